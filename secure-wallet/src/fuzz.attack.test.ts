import { rpcMethods } from 'loader/protocol/rpcMethods.ts'
import { limitMs, seed, shows, size } from 'loader/protocol/test/attack.ts'
import { fuzzApi, type Known } from 'loader/protocol/test/fuzz.ts'
import { expect, test } from 'vitest'
import { argumentClasses, openNode, rightRequests } from '../test/argumentClasses.ts'
import { modalParts } from '../test/modalParts.ts'
import { createWallet } from '../test/rpcScope.ts'
import { createSecureApi } from './api.ts'

const messages = size(20_000, 5_000_000)

test('whatever a modal says, the wallet signs nothing, and answers in codes', { timeout: limitMs() }, async ({
  task,
}) => {
  const wallet = createWallet(openNode)
  const api = createSecureApi(modalParts(wallet))
  const anyRequest = Object.keys(rpcMethods).map((method, at) => {
    const params = argumentClasses[at % argumentClasses.length]
    return { method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' }
  })
  // As often as all others together.
  const requests = [...anyRequest, ...Array.from({ length: 8 }, () => rightRequests).flat()].map((request) => [request])
  const known: Known = {
    capabilities: [[]],
    look: [[{ theme: 'dark', locale: 'en', width: 360 }]],
    connectEmail: [['ada@shop.example']],
    isConnected: [[]],
    rpcRequest: requests,
    rpcAbort: [[]],
    switchNetwork: [['eip155:31337']],
    openSettings: [[]],
    leave: [[]],
    signOut: [[]],
    heartbeat: [[]],
  }
  const between = () => wallet.approvals.abort()
  const { ran, answered, slowest, ...found } = await fuzzApi({ api, known, messages, seed, between })
  wallet.approvals.abort()
  expect(found, `ATTACK_SEED=${seed}`).toEqual({
    thrown: [],
    polluted: false,
    unasked: 0,
    twice: 0,
    leaks: 0,
    mistakes: [],
  })
  expect(wallet.signed).toEqual([])
  // Cards were shown, so it is not for want of them.
  expect(wallet.cards.length).toBeGreaterThan(messages / 2_000)
  expect([...ran.keys()].sort()).toEqual(Object.keys(api).sort())
  expect(answered).toBeGreaterThan(messages / 5)
  shows(
    task,
    'G1',
    messages,
    'messages, modal to wallet',
    `seed ${seed}, ${slowest.toFixed(3)} ms each in the slowest batch`,
  )
})
