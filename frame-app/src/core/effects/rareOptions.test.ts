// @vitest-environment happy-dom
import type { HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { openPage } from '../../../test/page.ts'
import { mergeOptions } from '../domain/mergeOptions.ts'
import { optionsAtom } from '../state/options.ts'

const image = 'data:image/png;base64,AAAA'

const configure = async (options: HostOptions) => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const { store, call } = openPage()
  await call('configure', [options])
  return { options: () => store.get(optionsAtom), said: () => errors.mock.calls.flat() }
}

test.each<HostOptions>([
  { connectorImages: { 'io.example.harbor': image } },
  { chainImages: { 'eip155:1': image } },
  {
    metadata: {
      name: 'Shop',
      description: 'Sells',
      url: 'https://shop.example/en',
      icons: ['https://a.example/i.png'],
    },
  },
  { manualWalletConnect: true },
])('accepts the option %j', async (given) => {
  const { options, said } = await configure(given)
  await vi.waitFor(() => expect(options()).toMatchObject(given))
  expect(said()).toEqual([])
})

test('reads these options from attributes, which are text', async () => {
  const { options } = await configure({ chainImages: `{"eip155:1":"${image}"}`, manualWalletConnect: '' } as never)
  const expected = { chainImages: { 'eip155:1': image }, manualWalletConnect: true }
  await vi.waitFor(() => expect(options()).toMatchObject(expected))
})

test.each<[object, string]>([
  [
    { manualWalletConnect: 'yes' },
    'the option manualWalletConnect was left out, because its value "yes" is not valid.',
  ],
  [{ chainImages: [] }, 'the option chainImages was left out, because its value [] is not valid.'],
  [{ manualWalletConect: true }, 'there is no option manualWalletConect. Did you mean manualWalletConnect?'],
  [
    { connectorImages: { a: 'https://other.example/a.png', b: image } },
    'the option connectorImages a was left out, because its value "https://other.example/a.png" is not valid.',
  ],
  [
    { metadata: { name: 'Shop', url: 'https://bank.example' } },
    'the option metadata url was left out, because its value "https://bank.example" is not valid.',
  ],
  [
    { metadata: { name: 'Shop', icons: ['http://shop.example/i.png'] } },
    'the option metadata icons was left out, because its value ["http://shop.example/i.png"] is not valid.',
  ],
  [
    { metadata: { name: 'Shop', descripton: 'x' } },
    'there is no option metadata descripton. Did you mean metadata description?',
  ],
])('tells the developer about the option %j', async (given, line) => {
  const { said } = await configure(given as HostOptions)
  await vi.waitFor(() => expect(said()).toEqual([`AppKit: ${line}`]))
})

test('keeps the valid entries beside an invalid one', async () => {
  const images = await configure({ connectorImages: { a: 'https://other.example/a.png', b: image } })
  await vi.waitFor(() => expect(images.options().connectorImages).toEqual({ b: image }))
  const metadata = await configure({ metadata: { name: 'Shop', url: 'https://bank.example' } })
  await vi.waitFor(() => expect(metadata.options().metadata).toEqual({ name: 'Shop' }))
})

test('an option of open() can not set an option of the page', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const { store, call } = openPage()
  await call('open', [{ manualWalletConnect: true } as never])
  await vi.dynamicImportSettled()
  expect(store.get(optionsAtom).manualWalletConnect).toBeUndefined()
})

test('adds the images of the page to those of the project', () => {
  const project = { ...sampleBootstrap.options, chainImages: { 'eip155:1': 'one', 'eip155:10': 'ten' } }
  const merged = mergeOptions(project, {}, { chainImages: { 'eip155:10': image } })
  expect(merged.chainImages).toEqual({ 'eip155:1': 'one', 'eip155:10': image })
})
