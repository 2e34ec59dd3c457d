// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { beforeAll, expect, test, vi } from 'vitest'
import { networksAtom } from '../../frame-app/src/core/state/networks.ts'
import { bootstrapAtom, localeAtom, optionsAtom, themeAtom } from '../../frame-app/src/core/state/options.ts'
import { openPage } from '../../frame-app/test/page.ts'
import { parseConfig } from '../../server/src/config/config.ts'
import { createProject } from '../../server/src/config/projects.ts'

const image = 'data:image/png;base64,AAAA'

/** A value of each option that is not its default. `null` marks options that hold functions. */
const values: { [Name in keyof Required<HostOptions>]: HostOptions[Name] | null } = {
  theme: 'dark',
  locale: 'de',
  networks: ['eip155:10', 'eip155:1'],
  accent: '#0f5c66',
  radius: 8,
  font: 'Georgia, serif',
  connectorTypeOrder: ['injected', 'walletConnect', 'recent', 'featured', 'custom', 'recommended'],
  connectMethodsOrder: ['wallet', 'email'],
  collapseWallets: true,
  allWallets: 'ONLY_MOBILE',
  featuredWalletIds: ['a', 'b'],
  includeWalletIds: ['a', 'b'],
  excludeWalletIds: ['a', 'b'],
  customWallets: [{ id: 'kite', name: 'Kite', imageUrl: image, mobileLink: 'kite://' }],
  connectorImages: { 'io.example.harbor': image },
  chainImages: { 'eip155:1': image },
  metadata: { name: 'Orchard', description: 'Fruit', icons: ['https://shop.example/icon.png'] },
  manualWalletConnect: true,
  termsUrl: 'https://shop.example/terms',
  privacyUrl: 'https://shop.example/privacy',
  legalCheckbox: true,
  unsupportedChain: 'banner',
  enableReconnect: false,
  debug: true,
  siwx: null,
  siweConfig: null,
}
/** The configuration of an option that has several fields there. */
const severalFields: { [path: string]: unknown } = {
  'networks, defaultNetwork': { networks: values.networks, defaultNetwork: 'eip155:10' },
  'name, walletConnect': {
    name: 'Orchard',
    walletConnect: {
      ...{ projectId: 'id', relayUrl: 'wss://relay.example' },
      ...{ description: 'Fruit', icon: 'https://shop.example/icon.png' },
    },
  },
}

const page = readFileSync(join(import.meta.dirname, '../../loader/API.md'), 'utf8')
const row = /^\| `(\w+)` +\| (?:`([\w-]+)`)? *\| .*? \| (?:`([^`]+)`)? *\|[^|]*\|$/gm
/** The rows of the page that lists the options. */
const rows = [...page.slice(0, page.indexOf('## Options of')).matchAll(row)].map(
  ([, name = '', attribute = '', path = '']) => ({ name: name as keyof HostOptions, attribute, path }),
)

/** Starts the frame of a project with these fields in its configuration. */
const openFrame = (fields: object = {}) => {
  const project = { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'], ...fields }
  const [config] = parseConfig(JSON.stringify({ projects: [project] }), 'appkit.config.json', {}).projects
  if (!config) throw new Error('The configuration has no project')
  const { name: projectName, options, theme, networks, defaultNetwork, walletConnect } = createProject(config, {})
  const relay = walletConnect && { walletConnect }
  const { store, call } = openPage({}, { projectName, options, theme, networks, defaultNetwork, ...relay })
  const read: { [name: string]: () => unknown } = {
    theme: () => store.get(themeAtom),
    locale: () => store.get(localeAtom),
    networks: () => store.get(networksAtom).map(({ caipNetworkId }) => caipNetworkId),
    metadata: () => {
      const { description, icon } = store.get(bootstrapAtom).walletConnect ?? {}
      return { name: projectName, description, icons: [icon], ...store.get(optionsAtom).metadata }
    },
  }
  return { call, read: (name: keyof HostOptions) => (read[name] ?? (() => Object(store.get(optionsAtom))[name]))() }
}

/** Returns the options of a tag with this attribute, which are text. */
const readTag = (attribute: string, value: unknown): HostOptions => {
  const tag = document.createElement('script')
  const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
  tag.setAttribute(attribute, isList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value))
  return { ...tag.dataset }
}

// The frame asks the directory for the wallets that an option names.
beforeAll(
  () =>
    void vi.stubGlobal('fetch', async () =>
      Response.json({ data: ['a', 'b'].map((id) => ({ id, name: id, chains: [] })) }),
    ),
)

test('has a value for each option of the page', () => {
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(values))
  expect(rows.filter(({ attribute }) => !attribute).map(({ name }) => name)).toEqual(['siwx', 'siweConfig'])
})

// The loader alone reads `enableReconnect`.
const read = rows.filter(({ name, attribute }) => attribute && name !== 'enableReconnect')

test.each(read)('$attribute and configure() give the option $name the same value', async ({ name, attribute }) => {
  const value = values[name]
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  for (const options of [{ [name]: value }, readTag(attribute, value)]) {
    const frame = openFrame()
    expect(frame.read(name)).not.toEqual(value)
    await frame.call('configure', [options])
    await vi.waitFor(() => expect(frame.read(name)).toEqual(value))
  }
  expect(errors.mock.calls).toEqual([])
})

test.each(read.filter(({ path }) => path))('$path of the configuration is the option $name', ({ name, path }) => {
  const nested = path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), values[name])
  expect(openFrame(severalFields[path] ?? Object(nested)).read(name)).toEqual(values[name])
})
