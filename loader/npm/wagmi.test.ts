// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true,"handleDisabledFileLoadingAsSuccess":true}}
import { beforeEach, expect, test } from 'vitest'
import { announceWallet, rememberConnection, runScripts, startPage } from './test/page.ts'

const src = 'https://modal.example.com/loader.js'
const first = '0x1111111111111111111111111111111111111111'

beforeEach(() => startPage())

/** A wagmi app that uses AppKit's connector, and restores its connections as `WagmiProvider` does. */
const startApp = async () => {
  runScripts()
  const [{ createAppKit }, { appKitConnector }] = [await import('./index.ts'), await import('./wagmi.ts')]
  const { createConfig, http } = await import('wagmi')
  const { connect, disconnect, getConnection, reconnect } = await import('wagmi/actions')
  const { base, mainnet } = await import('wagmi/chains')
  const kit = createAppKit({ src })
  const config = createConfig({
    chains: [mainnet, base],
    connectors: [appKitConnector()],
    multiInjectedProviderDiscovery: false,
    transports: { [mainnet.id]: http('https://rpc.invalid'), [base.id]: http('https://rpc.invalid') },
  })
  await reconnect(config)
  const [connector] = config.connectors
  if (!connector) throw new Error('The config has no connector')
  return {
    ...{ kit, config },
    current: () => getConnection(config),
    connect: () => connect(config, { connector }),
    disconnect: () => disconnect(config),
  }
}
type Kind = Parameters<typeof announceWallet>[0]
const reload = (wallet: ReturnType<typeof announceWallet>) => {
  startPage({ isReload: true })
  wallet.start()
  return startApp()
}

test.each<[title: string, kind: Kind]>([
  ['revokes the permission', 'revokes'],
  ['keeps the permission', 'silent'],
  ['revokes the permission and emits an event', 'emits'],
])('a visitor who disconnects stays disconnected, also after a reload, with a wallet that %s', async (_, kind) => {
  rememberConnection()
  const wallet = announceWallet(kind)
  const app = await startApp()
  expect(app.current()).toMatchObject({ status: 'connected', address: first, chainId: 1 })
  expect(app.config.state.connections.size).toBe(1)
  await app.disconnect()
  expect(app.current().status).toBe('disconnected')
  expect(app.kit.getAccount().status).toBe('disconnected')
  expect(wallet.wallet.permitted).toBe(kind === 'silent')
  const later = await reload(wallet)
  expect(later.current().status).toBe('disconnected')
})

test('wagmi follows a visitor who disconnects in AppKit, and one who returns to the wallet', async () => {
  rememberConnection()
  const wallet = announceWallet()
  const app = await startApp()
  await app.kit.disconnect()
  await expect.poll(() => app.current().status).toBe('disconnected')
  rememberConnection()
  const later = await reload(wallet)
  expect(later.current()).toMatchObject({ status: 'connected', connector: { id: 'appkit', name: 'AppKit' } })
})

test('wagmi connects when the visitor connects without wagmi', async () => {
  const app = await startApp()
  expect(app.current().status).toBe('disconnected')
  rememberConnection()
  announceWallet()
  // The visitor connected in another tab of the site.
  window.dispatchEvent(Object.assign(new Event('storage'), { key: 'appkit' }))
  await expect.poll(() => app.current().address).toBe(first)
})

test('a visitor who closes the modal rejects the connection in the words of wagmi', async () => {
  const app = await startApp()
  const failure = app.connect().catch((error: Error) => error.name)
  await expect.poll(() => app.kit.getState().open).toBe(true)
  document.querySelector('dialog')?.close()
  expect(await failure).toBe('UserRejectedRequestError')
})
