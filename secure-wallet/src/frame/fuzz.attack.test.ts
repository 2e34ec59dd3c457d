import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { limitMs, size } from '@appkit-frame/loader/protocol/test/attack.ts'
import type { Known } from '@appkit-frame/loader/protocol/test/fuzz.ts'
import { fuzzApi, fuzzNote, takeUpFuzz } from '@appkit-frame/loader/protocol/test/fuzzApi.ts'
import { expect, test } from 'vitest'
import { argumentClasses, openNode, rightRequests } from '../../test/argumentClasses.ts'
import { modalParts } from '../../test/modalParts.ts'
import { createWallet } from '../../test/rpcScope.ts'
import { createSecureApi } from './api.ts'

const messages = size(20_000, 5_000_000)

test('signs nothing for any message of a frame, and answers with error codes', { timeout: limitMs() }, async ({
  task,
}) => {
  const wallet = createWallet(openNode)
  const api = createSecureApi(modalParts(wallet))
  const anyRequest = Object.keys(rpcMethods).map((method, at) => {
    const params = argumentClasses[at % argumentClasses.length]
    return { method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' }
  })
  // Drawn as often as all other methods together.
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
  const course = takeUpFuzz(task, { gate: 'G1', what: 'messages, modal to wallet', total: messages })
  const between = () => {
    wallet.approvals.abort()
    expect(wallet.signed).toEqual([])
    // Millions of them would fill the memory.
    course.counts.cards += wallet.cards.splice(0).length
  }
  const { ran, ...found } = await fuzzApi({ api, known, course, between })
  between()
  expect(found, `ATTACK_SEED=${course.seed}`).toEqual({
    thrown: [],
    polluted: false,
    unasked: 0,
    twice: 0,
    leaks: 0,
    mistakes: [],
  })
  // Cards were shown, so it is not for want of them.
  expect(course.counts.cards).toBeGreaterThan(course.done() / 2_000)
  expect(ran).toEqual(Object.keys(api).sort())
  course.shows(fuzzNote(course))
})
