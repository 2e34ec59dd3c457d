import { expect, test } from 'vitest'
import { chooseStartView } from './startView.ts'

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
  'when the page asks for the view %s, connected: %s, must switch: %s, the modal opens %s',
  (requested, isConnected, mustSwitch, view) => {
    expect(
      chooseStartView({
        requested,
        isConnected,
        mustSwitch,
        mustSignIn: false as const,
        hasWaitingRequest: false,
        panel: null,
      }),
    ).toEqual({
      view,
    })
  },
)

test('opens the view of a request that waits in a wallet app, unless the page asks for another view', () => {
  const situation = {
    isConnected: true,
    mustSwitch: true,
    mustSignIn: false as const,
    hasWaitingRequest: true,
    panel: null,
  }
  expect(chooseStartView({ ...situation, requested: undefined })).toEqual({ view: 'ConfirmInWallet' })
  expect(chooseStartView({ ...situation, requested: 'Account' })).toEqual({ view: 'UnsupportedChain' })
})

test('prefers a panel that the secure frame waits to show to every other view', () => {
  const panel = { view: 'approve', height: 400 } as const
  expect(
    chooseStartView({
      requested: 'Networks',
      panel,
      isConnected: true,
      hasWaitingRequest: true,
      mustSwitch: true,
      mustSignIn: false,
    }),
  ).toEqual({ view: 'SecurePanel', data: { panel: 'approve' } })
})

test.each([
  [undefined, true, false, 'SIWXSignMessage'],
  ['Account', true, false, 'SIWXSignMessage'],
  ['Networks', true, false, 'SIWXSignMessage'],
  ['Connect', true, false, 'Connect'],
  [undefined, false, false, 'Connect'],
  [undefined, true, true, 'UnsupportedChain'],
] as const)(
  'when the page asks for the view %s, connected: %s, must switch: %s, with a required sign-in the modal opens %s',
  (...row) => {
    const [requested, isConnected, mustSwitch, view] = row
    expect(
      chooseStartView({
        requested,
        isConnected,
        mustSwitch,
        mustSignIn: 'SIWXSignMessage',
        hasWaitingRequest: false,
        panel: null,
      }),
    ).toEqual({
      view,
    })
  },
)
