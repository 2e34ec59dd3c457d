// @vitest-environment happy-dom

import { attackSize, attackTimeoutMs } from '@appkit-frame/loader/protocol/test/attack.ts'
import type { ValidCalls } from '@appkit-frame/loader/protocol/test/fuzz.ts'
import { fuzzApi, fuzzReportNote, startFuzzAttack } from '@appkit-frame/loader/protocol/test/fuzzApi.ts'
import { defineMethod } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage, sampleAccountOn } from '../../../test/page.ts'
import { createHostApi } from './hostApi.ts'
// The host API imports these modules on demand. The test loads them before, because on a slow machine the import could
// exceed the test's time limit.
import './answerWithoutWallet.ts'
import './balance.ts'
import './directory.ts'
import './hostNetworks.ts'
import './lastConnections.ts'
import '../../features/signIn/signInEffects.ts'
import '../../features/signIn/signInForPage.ts'
import '../api/jsonRpc.ts'
import '../chains/eip155.ts'
import '../chains/solana.ts'
import '../../features/signIn/siwx.ts'

const messages = attackSize(20_000, 5_000_000)

const network = {
  caipNetworkId: 'eip155:10',
  name: 'Ten',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://node.example',
}
const validCalls: ValidCalls = {
  open: [[{ view: 'Networks' }], [{ view: 'Connect', namespace: 'solana', signIn: 'required' }], []],
  close: [[true], [false]],
  configure: [
    [{ theme: 'dark', accent: '#123456', radius: 12, networks: ['eip155:1'] }],
    [{ termsUrl: 'javascript:1' }],
  ],
  insets: [[{ top: 0, right: 0, bottom: 1, left: 0, keyboard: 0 }]],
  wallets: [
    [
      [
        { id: 'io.example.harbor', name: 'Harbor' },
        { id: 'x', name: 'X', namespace: 'solana' },
      ],
    ],
  ],
  walletIcon: [['io.example.harbor', 'data:image/png;base64,AAAA']],
  account: [
    ['eip155', sampleAccountOn(1)],
    ['eip155', { status: 'disconnected' }],
  ],
  request: [
    ['eip155', { method: 'personal_sign', params: ['0x00', '0x00'] }],
    ['eip155', { method: 'personal_sign', params: ['0x00', '0x00'] }, 'walletConnect'],
  ],
  restore: [['eip155', 'walletConnect']],
  leave: [['eip155', 'walletConnect']],
  read: [[{ method: 'eth_blockNumber' }], [{ method: 'eth_call', params: [{ to: '0x00' }] }, 'eip155:1']],
  switchNetwork: [['eip155:1'], ['eip155:999']],
  signIn: [[{}], [{ namespace: 'eip155', statement: 'Hello' }]],
  addNetwork: [[network]],
  removeNetwork: [['eip155:10']],
  diagnose: [[]],
}

test("answers any malformed message of the page with an error code and keeps the frame's state valid", {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const consoles = (['error', 'warn'] as const).map((name) => vi.spyOn(console, name).mockReturnValue())
  // A stub of `fetch`, because msw is slower than the code under attack.
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' }))
  const { context } = openPage()
  // `diagnose` is left out: it takes no arguments, and it creates a frame that the test environment can't load.
  const api = { ...createHostApi(context), diagnose: defineMethod(Object, () => []) }
  const attack = startFuzzAttack(task, { gate: 'G1', what: 'messages, host to modal', total: messages })
  // Closing the modal rejects the calls that wait for the visitor.
  const between = () => {
    context.navigation.close(true)
    for (const console of consoles) console.mockClear()
  }
  const { ran, ...found } = await fuzzApi({ api, validCalls, attack, burst: 20, between })
  expect(found, `ATTACK_SEED=${attack.seed}`).toEqual({
    thrown: [],
    polluted: false,
    unrequested: 0,
    repeated: 0,
    leaks: 0,
    internalErrors: [],
  })
  expect(ran).toEqual(Object.keys(api).sort())
  expect(document.querySelector('script, iframe')).toBeNull()
  // Pending requests must finish before the stub of `fetch` is removed.
  await new Promise((resolve) => setTimeout(resolve, 500))
  attack.report(fuzzReportNote(attack))
})
