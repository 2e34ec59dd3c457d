// @vitest-environment happy-dom
import { defineMethod } from 'loader/protocol/peer.ts'
import { limitMs, seed, shows, size } from 'loader/protocol/test/attack.ts'
import { fuzzApi, type Known } from 'loader/protocol/test/fuzz.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { accountOn, openPage } from '../../test/page.ts'
import { server } from '../../test/server.ts'
import { createHostApi } from './hostApi.ts'

const messages = size(20_000, 5_000_000)

const network = {
  caipNetworkId: 'eip155:10',
  name: 'Ten',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrl: 'https://node.example',
}
const known: Known = {
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
    ['eip155', accountOn(1)],
    ['eip155', { status: 'disconnected' }],
  ],
  request: [['eip155', { method: 'personal_sign', params: ['0x00', '0x00'] }]],
  read: [[{ method: 'eth_blockNumber' }], [{ method: 'eth_call', params: [{ to: '0x00' }] }, 'eip155:1']],
  switchNetwork: [['eip155:1'], ['eip155:999']],
  signIn: [[{}], [{ namespace: 'eip155', statement: 'Hello' }]],
  addNetwork: [[network]],
  removeNetwork: [['eip155:10']],
  diagnose: [[]],
}

test('whatever a page says, the modal answers in codes and stays what it is', { timeout: limitMs() }, async ({
  task,
}) => {
  vi.spyOn(console, 'error').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  server.use(http.all('*', () => HttpResponse.json({ jsonrpc: '2.0', id: 1, result: '0x1' })))
  const { context } = openPage()
  // It takes no words of the page, and makes a frame that no test environment loads.
  const api = { ...createHostApi(context), diagnose: defineMethod(Object, () => []) }
  const { ran, answered, slowest, ...found } = await fuzzApi({ api, known, messages, seed })
  expect(found, `ATTACK_SEED=${seed}`).toEqual({
    thrown: [],
    polluted: false,
    unasked: 0,
    twice: 0,
    leaks: 0,
    mistakes: [],
  })
  expect([...ran.keys()].sort()).toEqual(Object.keys(api).sort())
  expect(answered).toBeGreaterThan(messages / 5)
  expect(document.querySelector('script, iframe')).toBeNull()
  // What is still under way is answered before nobody answers any more.
  await new Promise((resolve) => setTimeout(resolve, 500))
  shows(
    task,
    'G1',
    messages,
    'messages, host to modal',
    `seed ${seed}, ${slowest.toFixed(3)} ms each in the slowest batch`,
  )
})
