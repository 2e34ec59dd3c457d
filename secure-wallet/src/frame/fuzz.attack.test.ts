import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { attackSize, attackTimeoutMs } from '@appkit-frame/loader/protocol/test/attack.ts'
import type { ValidCalls } from '@appkit-frame/loader/protocol/test/fuzz.ts'
import { fuzzApi, fuzzReportNote, startFuzzAttack } from '@appkit-frame/loader/protocol/test/fuzzApi.ts'
import { expect, test } from 'vitest'
import { secureApiPartsOf } from '../../test/modalParts.ts'
import { createRpcWallet } from '../../test/rpcScope.ts'
import { answeringNode, sampleParams, validRequests } from '../../test/sampleParams.ts'
import { lazyMethods } from '../requests/methods/lazyMethods.ts'
import { createSecureApi } from './api.ts'

const messages = attackSize(20_000, 5_000_000)

test('signs nothing for any message of a hostile modal, and answers with error codes', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  // Loads the code of all methods first. Otherwise a slow machine would send most messages before any card can open.
  await Promise.all(Object.values(lazyMethods).map((load) => load()))
  const wallet = createRpcWallet(answeringNode)
  const api = createSecureApi(secureApiPartsOf(wallet))
  const anyRequest = Object.keys(rpcMethods).map((method, at) => {
    const params = sampleParams[at % sampleParams.length]
    return { method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' }
  })
  // The fuzzer picks at random. Valid requests are repeated, so that the fuzzer picks valid requests as often as all
  // other messages together.
  const requests = [...anyRequest, ...Array.from({ length: 8 }, () => validRequests).flat()].map((request) => [request])
  const validCalls: ValidCalls = {
    capabilities: [[]],
    look: [[{ theme: 'dark', locale: 'en', width: 360 }]],
    connectEmail: [['ada@shop.example']],
    isConnected: [[]],
    rpcRequest: requests,
    rpcAbort: [[]],
    switchNetwork: [['eip155:31337']],
    connectPasskey: [[]],
    openSettings: [[]],
    leave: [[]],
    disconnect: [[]],
    offerReturn: [[]],
    heartbeat: [[]],
  }
  const attack = startFuzzAttack(task, { gate: 'G1', what: 'messages, modal to wallet', total: messages })
  const between = () => {
    wallet.approvals.abort()
    expect(wallet.signed).toEqual([])
    // Drop the cards, because millions of cards would fill the memory.
    attack.counts.cards += wallet.cards.splice(0).length
  }
  const { ran, ...found } = await fuzzApi({ api, validCalls, attack, between })
  between()
  expect(found, `ATTACK_SEED=${attack.seed}`).toEqual({
    thrown: [],
    polluted: false,
    unrequested: 0,
    repeated: 0,
    leaks: 0,
    internalErrors: [],
  })
  // Some messages must lead to an approval card, or the checks above prove nothing.
  expect(attack.counts.cards).toBeGreaterThan(attack.done() / 2_000)
  expect(ran).toEqual(Object.keys(api).sort())
  attack.report(fuzzReportNote(attack))
})
