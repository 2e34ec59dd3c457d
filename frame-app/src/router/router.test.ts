import { expect, test } from 'vitest'
import { canClose, insistMs } from './canClose.ts'
import { back, type History, push, replace, reset } from './history.ts'
import type { Screen } from './screen.ts'
import { startView } from './startView.ts'

const connect: Screen = { view: 'Connect' }
const account: Screen = { view: 'Account' }
const networks: Screen = { view: 'Networks' }
const unsupported: Screen = { view: 'UnsupportedChain' }
const switching: Screen = { view: 'SwitchNetwork', data: { caipNetworkId: 'eip155:1', name: 'Ethereum' } }
const help: Screen = { view: 'WhatIsAWallet' }

test.each<[string, History, History]>([
  ['push adds a view', push([account], networks), [account, networks]],
  ['push of the view that shows changes nothing', push([account, networks], networks), [account, networks]],
  ['replace swaps the last', replace([account, networks], switching), [account, switching]],
  ['replace of the only one', replace([connect], account), [account]],
  ['reset starts over', reset(connect), [connect]],
])('%s', (_name, history, expected) => {
  expect(history).toEqual(expected)
})

test.each<[string, History, boolean, History | null]>([
  ['one view: closes', [connect], false, null],
  ['two views: the last is dropped', [account, networks], true, [account]],
  ['three views', [account, networks, switching], true, [account, networks]],
  ['Connect is skipped once connected', [connect, help], true, [account]],
  ['Connect stays while not connected', [connect, help], false, [connect]],
  ['nothing lies behind UnsupportedChain', [account, unsupported], true, null],
  ['a declined switch leads back to its list', [unsupported, switching], true, [unsupported]],
])('back: %s', (_name, history, isConnected, expected) => {
  expect(back(history, isConnected)).toEqual(expected)
})

test.each([
  [undefined, false, false, 'Connect'],
  [undefined, true, false, 'Account'],
  ['Account', false, false, 'Connect'],
  ['ProfileWallets', false, false, 'Connect'],
  ['ProfileWallets', true, false, 'ProfileWallets'],
  ['Account', true, false, 'Account'],
  ['Networks', false, false, 'Networks'],
  ['Networks', true, false, 'Networks'],
  ['Connect', true, false, 'Connect'],
  ['WhatIsAWallet', false, false, 'WhatIsAWallet'],
  [undefined, true, true, 'UnsupportedChain'],
  ['Networks', true, true, 'UnsupportedChain'],
] as const)(
  'asked for %s, connected %s, has to switch %s: opens with %s',
  (requested, isConnected, mustSwitch, view) => {
    expect(
      startView({ requested, isConnected, mustSwitch, mustSignIn: false as const, isAsked: false, panel: null }),
    ).toEqual({
      view,
    })
  },
)

test('a request that waits in an app is what the modal opens for, unless somebody asked for another view', () => {
  const situation = { isConnected: true, mustSwitch: true, mustSignIn: false as const, isAsked: true, panel: null }
  expect(startView({ ...situation, requested: undefined })).toEqual({ view: 'ConfirmInWallet' })
  expect(startView({ ...situation, requested: 'Account' })).toEqual({ view: 'UnsupportedChain' })
})

test('what the secure frame asks comes before everything else', () => {
  const panel = { view: 'approve', height: 400 } as const
  expect(
    startView({ requested: 'Networks', panel, isConnected: true, isAsked: true, mustSwitch: true, mustSignIn: false }),
  ).toEqual({ view: 'SecurePanel', data: { panel: 'approve' } })
})

const signIn: Screen = { view: 'SIWXSignMessage' }

test.each([
  [undefined, true, false, 'SIWXSignMessage'],
  ['Account', true, false, 'SIWXSignMessage'],
  ['Networks', true, false, 'SIWXSignMessage'],
  ['Connect', true, false, 'Connect'],
  [undefined, false, false, 'Connect'],
  [undefined, true, true, 'UnsupportedChain'],
] as const)('who has to sign in, asked for %s, connected %s, has to switch %s: opens with %s', (...row) => {
  const [requested, isConnected, mustSwitch, view] = row
  expect(
    startView({ requested, isConnected, mustSwitch, mustSignIn: 'SIWXSignMessage', isAsked: false, panel: null }),
  ).toEqual({
    view,
  })
})

test.each<[History, number | null, string, boolean?]>([
  [[signIn], null, 'close'],
  [[signIn], null, 'shake', true],
  [[signIn], 500, 'disconnectAndClose', true],
  [[connect], null, 'close', true],
  [[connect], null, 'close'],
  [[account, networks], null, 'close'],
  [[account, networks, switching], null, 'close'],
  [[unsupported], null, 'shake'],
  [[unsupported, switching], null, 'shake'],
  [[unsupported], 500, 'disconnectAndClose'],
  [[unsupported], insistMs + 1, 'shake'],
])('closing %j, refused %s ms ago: %s (sign-in required: %s)', (history, sinceMs, answer, isRequired = false) => {
  expect(canClose(history, sinceMs, isRequired)).toBe(answer)
})
