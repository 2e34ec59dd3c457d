import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import {
  allElements,
  findHidden,
  findMarkup,
  type HostileText,
  hostileTexts,
} from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import { Window } from 'happy-dom'
import { encodeAbiParameters, encodeErrorResult, encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { expect, test, vi } from 'vitest'
import { corpusNode, runRow } from '../../test/corpus/run.ts'
import { type CorpusRow, friend, me, stranger } from '../../test/corpus/shape.ts'
import type { NodeClient } from '../session/node.ts'
import { renderCard } from './card.ts'
import { freezeProposal, type Proposal } from './proposal.ts'

type Request = Pick<CorpusRow, 'method' | 'params' | 'simulated'> & { node?: (node: NodeClient) => NodeClient }
/**
 * A place of a card that shows text of a site, a token or a node. `isWhole`: it shows the text whole. `isName`: a name
 * of EIP-712, so a request with another text there gets no card.
 */
type Sink = { name: string; ask(text: string): Request; isWhole?: true; isName?: true }

const typed = (data: object): Request => ({ method: 'eth_signTypedData_v4', params: [me, JSON.stringify(data)] })
const note = (text: string, more: object = {}) => ({
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  domain: { name: 'Notes', version: '1', chainId: 1 },
  message: { text },
  ...more,
})
const transfer: Request = {
  method: 'eth_sendTransaction',
  params: [
    {
      from: me,
      to: stranger,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 5n] }),
    },
  ],
}
const string = (text: string) => encodeAbiParameters([{ type: 'string' }], [text])

const sinks: Sink[] = [
  { name: 'a message', ask: (text) => ({ method: 'personal_sign', params: [text, me] }), isWhole: true },
  { name: 'a member of typed data', ask: (text) => typed(note(text)), isWhole: true },
  {
    name: 'the name of a member',
    isName: true,
    ask: (text) =>
      typed(note('', { types: { Note: [{ name: text, type: 'string' }] }, message: { [text]: 'a text' } })),
  },
  {
    name: 'the name of a type',
    isName: true,
    ask: (text) =>
      typed({ ...note('a text'), types: { [text]: [{ name: 'text', type: 'string' }] }, primaryType: text }),
  },
  {
    name: 'the name of a domain',
    ask: (text) => typed(note('a text', { domain: { name: text, version: '1', chainId: 1 } })),
  },
  {
    name: 'the version of a domain',
    ask: (text) => typed(note('a text', { domain: { name: 'Notes', version: text, chainId: 1 } })),
  },
  {
    name: 'the symbol of a token',
    ask: (text) => ({
      ...transfer,
      simulated: [{ token: stranger, to: friend, amount: 5n }],
      node: ({ ask }) => ({
        ask: async (chain, method, params) => {
          if (method !== 'eth_call') return ask(chain, method, params)
          const [{ data }] = params as [{ data: string }]
          if (data.startsWith('0x95d89b41')) return string(text)
          if (data.startsWith('0x313ce567')) return numberToHex(0, { size: 32 })
          // The wallet shows the symbol of a token that the account holds.
          if (data.startsWith('0x70a08231')) return numberToHex(5, { size: 32 })
          return ask(chain, method, params)
        },
      }),
    }),
  },
  {
    name: 'the error of a contract',
    ask: (text) => ({
      ...transfer,
      node: ({ ask }) => ({
        ask: async (chain, method, params) => {
          if (method !== 'eth_simulateV1') return ask(chain, method, params)
          const data = encodeErrorResult({
            abi: [{ type: 'error', name: 'Error', inputs: [{ type: 'string', name: '' }] }],
            errorName: 'Error',
            args: [text],
          })
          const [{ blockStateCalls }] = params as [{ blockStateCalls: { calls: object[] }[] }]
          return blockStateCalls.map(({ calls }) => ({
            calls: calls.map(() => ({
              status: '0x0',
              gasUsed: '0x5208',
              logs: [],
              returnData: data,
              error: { code: 3, message: text, data },
            })),
          }))
        },
      }),
    }),
  },
]

const window = new Window()
for (const name of ['document', 'Node'] as const) vi.stubGlobal(name, window[name])
// A card that is never on screen would count the age of its estimate for ever.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })

const render = (proposal: Proposal): HTMLElement =>
  renderCard(freezeProposal(proposal), {
    ...{ position: 1, total: 1, jitter: () => 0 },
    reject: () => undefined,
    changed: () => undefined,
  }).root

/** The texts of a card's elements and attributes. */
const shownBy = (root: HTMLElement): string =>
  [
    root.textContent ?? '',
    ...allElements(root).flatMap((element) => [...element.attributes].map(({ value }) => value)),
  ].join('\n')

const payloads = attackSize(80, 5_400)

test.for(sinks)(
  '$name of a request is shown as text only, and without characters that the visitor does not see',
  {
    timeout: attackTimeoutMs(),
  },
  async ({ name, ask, isWhole, isName }, { task }) => {
    let cards = 0
    const faults: string[] = []
    const attack = async ({ text, markup }: HostileText): Promise<void> => {
      const { node, ...request } = ask(text)
      const row: CorpusRow = { name, ...request, card: { refused: '' } }
      const answer = await runRow(row, node?.(corpusNode(row)))
      if ('refused' in answer) return
      cards++
      const root = render(answer.proposal)
      const shown = shownBy(root)
      const found = [
        ...findMarkup(root),
        ...findHidden(shown).map((hidden) => `U+${hidden.codePointAt(0)?.toString(16)}`),
      ]
      if (found.length > 0) faults.push(`${JSON.stringify(text)}: ${found.join(' ')}`)
      if (isWhole && markup && !text.includes('\0') && !shown.includes(text)) faults.push(`${text} is not shown`)
    }
    const texts = hostileTexts(payloads, attackSeed)
    for (const payload of texts) {
      await attack(payload)
      vi.clearAllTimers()
    }
    expect(faults.slice(0, 20)).toEqual([])
    if (isName) expect(cards).toBeLessThanOrEqual(texts.filter(({ text }) => /^[\w$]+$/.test(text)).length)
    else expect(cards).toBeGreaterThan(payloads / 2)
    reportAttack(task, 'G5', payloads, 'foreign texts on a card', `${cards} cards with ${name}`)
  },
)
