import { expect, test } from 'vitest'
import { decideClose, secondCloseAttemptMs } from './decideClose.ts'
import type { History } from './history.ts'
import type { Screen } from './screen.ts'

const connect: Screen = { view: 'Connect' }
const account: Screen = { view: 'Account' }
const networks: Screen = { view: 'Networks' }
const unsupported: Screen = { view: 'UnsupportedChain' }
const switching: Screen = { view: 'SwitchNetwork', data: { caipNetworkId: 'eip155:1', name: 'Ethereum' } }
const signIn: Screen = { view: 'SIWXSignMessage' }

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
  [[unsupported], secondCloseAttemptMs + 1, 'shake'],
])(
  'with the history %j, %s ms after the last refusal, decides %s (sign-in required: %s)',
  (history, sinceMs, answer, isRequired = false) => {
    expect(decideClose(history, sinceMs, isRequired)).toBe(answer)
  },
)
