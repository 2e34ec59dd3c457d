import { expect, test } from 'vitest'
import { goBack, type History, pushScreen, replaceScreen, startHistory } from './history.ts'
import type { Screen } from './screen.ts'

const connect: Screen = { view: 'Connect' }
const account: Screen = { view: 'Account' }
const networks: Screen = { view: 'Networks' }
const unsupported: Screen = { view: 'UnsupportedChain' }
const switching: Screen = { view: 'SwitchNetwork', data: { caipNetworkId: 'eip155:1', name: 'Ethereum' } }
const help: Screen = { view: 'WhatIsAWallet' }

test.each<[string, History, History]>([
  ['adds a view on push', pushScreen([account], networks), [account, networks]],
  ['ignores a push of the current view', pushScreen([account, networks], networks), [account, networks]],
  ['replaces the last view', replaceScreen([account, networks], switching), [account, switching]],
  ['replaces the only view', replaceScreen([connect], account), [account]],
  ['starts over on reset', startHistory(connect), [connect]],
])('%s', (_name, history, expected) => {
  expect(history).toEqual(expected)
})

test.each<[string, History, boolean, History | null]>([
  ['closes from the only view', [connect], false, null],
  ['drops the last of two views', [account, networks], true, [account]],
  ['drops the last of three views', [account, networks, switching], true, [account, networks]],
  ['skips Connect once connected', [connect, help], true, [account]],
  ['keeps Connect while not connected', [connect, help], false, [connect]],
  ['closes from UnsupportedChain', [account, unsupported], true, null],
  ['leads back to the list after a declined switch', [unsupported, switching], true, [unsupported]],
])('%s', (_name, history, isConnected, expected) => {
  expect(goBack(history, isConnected)).toEqual(expected)
})
