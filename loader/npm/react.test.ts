// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"disableIframePageLoading":true,"handleDisabledFileLoadingAsSuccess":true}}
import { createElement, type FunctionComponent } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { AppKitClient } from './index.ts'
import { announceWallet, rememberConnection, runScripts, startPage } from './test/page.ts'

const src = 'https://modal.example.com/loader.js'
const first = '0x1111111111111111111111111111111111111111'
const second = '0x2222222222222222222222222222222222222222'

beforeEach(() => startPage())

const createPage = async () => {
  runScripts()
  const [react, { createAppKit }] = [await import('./react.ts'), await import('./index.ts')]
  const kit = createAppKit({ src })
  const element = document.body.appendChild(document.createElement('div'))
  const mount = (component: FunctionComponent) => {
    const root = createRoot(element)
    onTestFinished(() => root.unmount())
    flushSync(() => root.render(createElement(component)))
  }
  /** Renders a hook and returns what it returned last. */
  const read = <Value>(hook: () => Value): (() => Value) => {
    let value: Value
    mount(() => {
      value = hook()
      return null
    })
    return () => value
  }
  return { react, kit, element, mount, read }
}

const restored = (kit: AppKitClient) => expect.poll(() => kit.getAccount().status).toBe('connected')
const restoreConnection = () => {
  rememberConnection()
  return announceWallet('emits')
}

test('a hook before createAppKit names itself and the missing call', async () => {
  const { useAppKitAccount } = await import('./react.ts')
  const render = () => renderToString(createElement(() => useAppKitAccount().status))
  expect(render).toThrow('Please call "createAppKit" before using "useAppKitAccount"')
})

test('the hooks describe a restored connection, and its end', async () => {
  restoreConnection()
  const { react, kit, read } = await createPage()
  const value = read(() => ({
    account: react.useAppKitAccount(),
    network: react.useAppKitNetwork(),
    provider: react.useAppKitProvider('eip155'),
    wallet: react.useWalletInfo(),
    state: react.useAppKitState(),
    event: react.useAppKitEvents(),
    leave: react.useDisconnect(),
    modal: react.useAppKit(),
  }))
  expect(value().account).toMatchObject({ isConnected: false, status: 'disconnected', address: undefined })
  expect(value().provider).toEqual({ walletProvider: undefined, walletProviderType: undefined })
  expect(value().wallet).toEqual({ walletInfo: undefined })
  expect(value().state).toMatchObject({ initialized: false, activeChain: 'eip155' })
  expect(value().event).toEqual({ timestamp: 0, data: { type: 'track', event: 'MODAL_CREATED' } })
  expect(value().modal.open).toBe(kit.open)

  await expect.poll(() => value().account.isConnected).toBe(true)
  const allAccounts = [first, second].map((address) => ({
    ...{ namespace: 'eip155', address },
    caipAddress: `eip155:1:${address}`,
  }))
  const caipAddress = `eip155:1:${first}`
  expect(value().account).toEqual({ isConnected: true, status: 'connected', address: first, caipAddress, allAccounts })
  expect(value().network).toMatchObject({ chainId: 1, caipNetworkId: 'eip155:1', supportsAllNetworks: true })
  expect(value().provider).toEqual({ walletProvider: kit.getProvider(), walletProviderType: 'ANNOUNCED' })
  expect(value().wallet).toEqual({
    walletInfo: { name: 'Kite', icon: 'data:image/png,', rdns: 'io.kite', type: 'ANNOUNCED' },
  })
  expect(value().state).toMatchObject({ initialized: true, open: false, selectedNetworkId: 'eip155:1' })
  expect(value().event.data).toMatchObject({ event: 'CONNECT_SUCCESS', properties: { method: 'browser' } })

  await value().leave.disconnect({ namespace: 'eip155' })
  await expect.poll(() => value().account.isConnected).toBe(false)
  expect(value().wallet.walletInfo).toBeUndefined()
  expect(value().account).toMatchObject({ isConnected: false, address: undefined, allAccounts: [] })
  expect(value().event.data).toMatchObject({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } })
})

test.each([
  ['a CAIP-2 id', 'eip155:8453', 'eip155:8453'],
  ['a chain of viem', { id: 8453, name: 'Base' }, 'eip155:8453'],
  ['a network with its CAIP-2 id', { id: 'mainnet', caipNetworkId: 'solana:5eykt' }, 'solana:5eykt'],
])('switchNetwork accepts %s', async (_, network, expected) => {
  const switchNetwork = vi.fn()
  const state = { accounts: {} }
  const page = { getState: () => state, subscribe: () => {}, configure: () => {}, switchNetwork }
  vi.stubGlobal('AppKit', page)
  const { react, read } = await createPage()
  await read(() => react.useAppKitNetwork())().switchNetwork(network)
  expect(switchNetwork).toHaveBeenCalledWith(expected)
})

test('the hook of the network names the networks that a wallet on another device approved', async () => {
  const approved = { approvedCaipNetworkIds: ['eip155:1'], disabledCaipNetworkIds: ['eip155:10'] }
  const eip155 = { status: 'connected', caipNetworkId: 'eip155:1', connectorId: 'walletConnect', ...approved }
  const state = { activeNamespace: 'eip155', accounts: { eip155 } }
  vi.stubGlobal('AppKit', { getState: () => state, subscribe: () => {}, configure: () => {} })
  const { react, read } = await createPage()
  const network = read(() => react.useAppKitNetwork())
  await expect.poll(() => network()).toMatchObject({ ...approved, supportsAllNetworks: false })
})

test('hydration warns of nothing although AppKit knows the account already', async () => {
  restoreConnection()
  const { react, kit, element } = await createPage()
  const warned = vi.spyOn(console, 'error')
  element.innerHTML = '<button type="button" id="connect">Connect Wallet</button>'
  const button = element.firstChild
  await restored(kit)
  const root = hydrateRoot(element, createElement(react.AppKitButton, { id: 'connect' }))
  onTestFinished(() => root.unmount())
  await expect.poll(() => element.textContent).toBe('0x11…111111')
  expect(element.firstChild).toBe(button)
  expect(warned).not.toHaveBeenCalled()
})

test('the button opens the modal, and warms it before the click', async () => {
  const { react, kit, element, mount } = await createPage()
  mount(() => createElement(react.AppKitButton, { label: 'Join', className: 'big', view: 'Networks' }))
  const button = element.querySelector('button')
  expect(button).toMatchObject({ textContent: 'Join', className: 'big' })
  button?.focus()
  await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull())
  expect(kit.getState().open).toBe(false)
  button?.click()
  await vi.waitFor(() => expect(kit.getState().open).toBe(true))
})
