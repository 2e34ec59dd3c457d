import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import {
  allElements,
  findHidden,
  findMarkup,
  type HostileText,
  hostileTexts,
} from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import type { TransactionInstruction } from '@solana/web3.js'
import { Window } from 'happy-dom'
import { encodeAbiParameters, encodeErrorResult, encodeFunctionData, erc20Abi, numberToHex, parseAbi } from 'viem'
import { expect, test, vi } from 'vitest'
import { agent, orderly } from '../../test/corpus/rights.ts'
import { corpusNode, runRow } from '../../test/corpus/run.ts'
import { type CorpusRow, type Domain, friend, me, stranger, typedRow } from '../../test/corpus/shape.ts'
import { type RpcSurroundings, testNetworks } from '../../test/rpcScope.ts'
import { createSolanaChain, instruction, me as solanaAccount } from '../../test/solanaChain.ts'
import type { NodeClient } from '../session/node.ts'
import { createTokenLists } from '../session/tokenList.ts'
import { renderCard } from './card.ts'
import { freezeProposal, type Proposal } from './proposal.ts'

type Request = Pick<CorpusRow, 'method' | 'params' | 'simulated' | 'chain'> & {
  node?: (node: NodeClient) => NodeClient
  surroundings?: RpcSurroundings
}
/**
 * A place of a card that shows text of a site, a token or a node. `isWhole`: it shows the text whole. `isName`: a name
 * of EIP-712, so a request with another text there gets no card. `isOftenRefused`: the wallet may refuse a request with such a
 * text.
 */
type Sink = {
  name: string
  ask(text: string): Request | Promise<Request>
  isWhole?: true
  isName?: true
  isOftenRefused?: true
}

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
const knownForm = (type: string, domain: Domain, message: object): Request => {
  const { method, params, chain } = typedRow('', [type, domain, message], { refused: '' })
  return { method, params, ...(chain && { chain }) }
}
const vote = (change: object): Request =>
  knownForm(
    'Vote(string from,string space,uint64 timestamp,string proposal,string choice,string reason,string app,string metadata)',
    { name: 'snapshot', version: '0.1.4' },
    {
      ...{ from: me, space: 'ens.eth', timestamp: 1, proposal: '0x5a', choice: '1', reason: '' },
      ...{ app: 'snapshot', metadata: '{}', ...change },
    },
  )
const signIn = ({ domain = 'shop.example', uri = 'https://shop.example' }): Request => ({
  method: 'personal_sign',
  params: [
    `${domain} wants you to sign in with your Ethereum account:\n${me}\n\n\nURI: ${uri}\nVersion: 1\nChain ID: 1\nNonce: coffee12345\nIssued At: 2026-11-21T09:00:00Z`,
    me,
  ],
})
/** The wallet names a token as a list of the operator does, which comes from another server. */
const listedAs = async (change: object): Promise<Request> => {
  const token = { address: stranger, name: 'Dollar', symbol: 'USD', decimals: 0, ...change }
  const list = await createTokenLists(async () => ({ tokens: [token] })).read('eip155:1')
  return {
    ...transfer,
    simulated: [{ token: stranger, to: friend, amount: 5n }],
    surroundings: { listed: [...list.all] },
  }
}
/** The configuration takes no name of a site or a receiver with hidden characters. */
const atSite = (site: string, receiver: string): Request => ({
  ...transfer,
  simulated: [{ token: stranger, to: friend, amount: 5n }],
  surroundings: {
    sites: [
      {
        origin: 'https://shop.example',
        name: cleanText(site),
        receivers: [{ name: cleanText(receiver), account: `eip155:1:${friend}` }],
      },
    ],
  },
})
const solana = createSolanaChain()
/** A request of Solana at a node that knows no accounts. */
const solanaRequest = (instructions: TransactionInstruction[], answer: object): Request => ({
  method: 'solana_signTransaction',
  params: { transaction: solana.transaction(instructions) },
  chain: 'solana:local',
  node: () => ({
    ask: async (_chain, method, params) => {
      const [first] = params as [unknown[]]
      if (method === 'getMultipleAccounts') return { value: first.map(() => null) }
      return { value: { err: null, logs: [], accounts: null, ...answer } }
    },
  }),
  surroundings: { networks: testNetworks },
})
const memo = (text: string) =>
  instruction('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', new TextEncoder().encode(text), [solanaAccount, true])

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
    name: 'the name that the visitor gave to a receiver',
    ask: (name) => ({
      ...transfer,
      simulated: [{ token: stranger, to: friend, amount: 5n }],
      surroundings: { serve: async () => ({ names: [{ address: friend, name }] }) },
    }),
  },
  { name: 'the name of a listed token', ask: (name) => listedAs({ name }) },
  { name: 'the symbol of a listed token', ask: (symbol) => listedAs({ symbol }) },
  {
    name: 'a text argument of a known function',
    ask: (text) => ({
      ...transfer,
      params: [
        {
          from: me,
          to: stranger,
          data: encodeFunctionData({
            abi: parseAbi(['function castVoteWithReason(uint256 proposalId, uint8 support, string reason)']),
            args: [42n, 1, text],
          }),
        },
      ],
      simulated: [],
    }),
  },
  { name: 'the space of a vote', ask: (space) => vote({ space }) },
  { name: 'the choice of a vote', ask: (choice) => vote({ choice }) },
  { name: 'the reason of a vote', ask: (reason) => vote({ reason }) },
  {
    name: 'the reason of a ballot',
    ask: (reason) =>
      knownForm(
        'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)',
        { name: 'MyGovernor', version: '1', chainId: 1, verifyingContract: stranger },
        { proposalId: 42, support: 1, reason, params: '0x' },
      ),
  },
  {
    name: 'the name of an agent',
    ask: (agentName) => {
      const [type, domain, message] = agent
      return knownForm(type, domain, { ...message, agentName })
    },
  },
  {
    name: 'the scope of a key',
    ask: (scope) => {
      const [type, domain, message] = orderly
      return knownForm(type, domain, { ...message, scope })
    },
  },
  { name: 'the name of the site that asks', ask: (text) => atSite(text, 'A receiver') },
  { name: 'the name of a receiver of the site', ask: (text) => atSite('Shop', text) },
  { name: 'the domain of a sign-in', ask: (domain) => signIn({ domain }), isOftenRefused: true },
  { name: 'the URI of a sign-in', ask: (uri) => signIn({ uri }) },
  { name: 'the note of a Solana transaction', ask: (text) => solanaRequest([memo(text)], {}) },
  {
    name: 'the last line in the log of a failed Solana transaction',
    ask: (text) => solanaRequest([memo('a note')], { err: 'failed', logs: ['a line', text] }),
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
  async ({ name, ask, isWhole, isName, isOftenRefused }, { task }) => {
    let cards = 0
    const faults: string[] = []
    const attack = async ({ text, markup }: HostileText): Promise<void> => {
      const { node, surroundings, ...request } = await ask(text)
      const row: CorpusRow = { name, ...request, card: { refused: '' } }
      const answer = await runRow(row, node?.(corpusNode(row)), surroundings)
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
    else expect(cards).toBeGreaterThan(isOftenRefused ? 0 : payloads / 2)
    reportAttack(task, 'G5', payloads, 'foreign texts on a card', `${cards} cards with ${name}`)
  },
)
