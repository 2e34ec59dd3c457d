import { encodeAbiParameters, encodeEventTopics, erc20Abi, erc721Abi, type Hex, numberToHex } from 'viem'
import type { Proposal } from '../../src/approval/proposal.ts'
import type { NodeClient } from '../../src/session/node.ts'
import { createRpcWallet } from '../rpcScope.ts'
import { type CorpusRow, corpusNetworks, me, type SimulatedMove } from './shape.ts'
import { findToken } from './tokens.ts'

/** The time of the corpus: 21 November 2026. */
const now = Date.parse('2026-11-21T09:41:00Z')

const word = (value: bigint): Hex => encodeAbiParameters([{ type: 'uint256' }], [value])
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const logOf = ({ token = native, from = me, to, amount, id, isApproval }: SimulatedMove) => {
  const [first, second] = [from as Hex, to as Hex]
  if (id !== undefined) {
    const topics = isApproval
      ? encodeEventTopics({
          abi: erc721Abi,
          eventName: 'Approval',
          args: { owner: first, spender: second, tokenId: id },
        })
      : encodeEventTopics({ abi: erc721Abi, eventName: 'Transfer', args: { from: first, to: second, tokenId: id } })
    return { address: token, topics, data: '0x' }
  }
  const topics = isApproval
    ? encodeEventTopics({ abi: erc20Abi, eventName: 'Approval', args: { owner: first, spender: second } })
    : encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from: first, to: second } })
  return { address: token, topics, data: word(amount) }
}

/** A node that knows the tokens of the corpus, and simulates a request as its row says. */
const corpusNode = ({ simulated }: CorpusRow): NodeClient => ({
  ask: async (chain, method, params) => {
    const [first] = params as [{ to?: string; data?: string; blockStateCalls?: [{ calls: { data: string }[] }] }]
    if (method === 'eth_call') {
      const token = findToken(chain, first.to ?? '')
      if (first.data?.startsWith('0x95d89b41') && token)
        return encodeAbiParameters([{ type: 'string' }], [token.symbol])
      if (first.data?.startsWith('0x313ce567') && token?.decimals !== undefined) return word(BigInt(token.decimals))
      return '0x'
    }
    if (method === 'eth_simulateV1' && simulated) {
      const calls = first.blockStateCalls?.[0].calls ?? []
      const own = calls.findIndex(({ data }) => !data.startsWith('0x70a08231'))
      const logs = simulated.map(logOf)
      return [
        {
          calls: calls.map((_, index) => ({
            ...{ status: '0x1', gasUsed: '0xb000', returnData: '0x' },
            logs: index === own ? logs : [],
          })),
        },
      ]
    }
    const answers: { [name: string]: string } = {
      eth_getTransactionCount: '0x5',
      eth_gasPrice: '0x3b9aca00',
      eth_getBalance: numberToHex(10n ** 21n),
      eth_estimateGas: '0xb4a0',
    }
    if (!(method in answers)) throw new Error('Method not found')
    return answers[method]
  },
})

export type CorpusAnswer = { proposal: Proposal } | { refused: string }

/** Sends the request of a row to a wallet, and returns the proposal of its card or the code of the refusal. */
export const runRow = async (row: CorpusRow): Promise<CorpusAnswer> => {
  const { chain = 'eip155:1', host = 'https://shop.example' } = row
  const { ask, card, cards } = createRpcWallet(corpusNode(row), { networks: corpusNetworks, host, now: () => now })
  const asked = ask(row.method, row.params, chain)
  const refused = asked.then(
    () => 'answered without a card',
    (thrown) => thrown.code as string,
  )
  const shown = await Promise.race([card(0), refused])
  if (typeof shown === 'string') return { refused: cards.length === 0 ? shown : 'refused after a card' }
  shown.refuse()
  await refused
  return { proposal: shown.frozen.proposal }
}

/** Writes the effects that a card lists, one line each. */
export const effectsOf = ({ facts }: Proposal): string[] =>
  facts.changes.map(({ direction, amount }) => (direction === 'risk' ? `may take ${amount}` : amount))

/** Writes a whole card, one line for each of its parts. */
export const linesOf = ({ facts, choices, kind }: Proposal): string[] => [
  ...[`${kind}: ${facts.title}`, `lead: ${facts.lead}`.trimEnd(), `asks: ${facts.asks}`],
  ...facts.notices.map(({ tone, title, text }) => `${tone}: ${title}: ${text}`),
  ...(facts.changes.length > 0 ? [`changes: ${facts.changesTitle}`] : []),
  ...facts.changes.map(
    ({ direction, name, amount, note }) => `${direction}: ${name}: ${amount}${note === '' ? '' : ` (${note})`}`,
  ),
  ...facts.rows.map(
    ({ label, value, isAddress, isDetail }) =>
      `${isDetail ? 'detail' : 'row'}: ${label}: ${value}${isAddress ? ' @' : ''}`,
  ),
  ...facts.tree.map(({ depth, label, value }) => `tree: ${'-'.repeat(depth)}${label}: ${value}`),
  ...facts.steps.map((step) => `step: ${step}`),
  `button: ${choices[0]?.label}${facts.isDanger ? ' (danger)' : ''}`,
]
