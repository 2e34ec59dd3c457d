import { encodeAbiParameters, encodeEventTopics, erc20Abi, erc721Abi, type Hex, numberToHex } from 'viem'
import type { Proposal } from '../../src/approval/proposal.ts'
import type { NodeClient } from '../../src/session/node.ts'
import { createRpcWallet, type RpcSurroundings } from '../rpcScope.ts'
import { type CorpusRow, corpusNetworks, me, type SimulatedMove } from './shape.ts'
import { findToken, listedOn } from './tokens.ts'

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

type SentCall = { from?: string; to?: string; data: Hex; maxFeePerGas?: Hex; gasPrice?: Hex }
type Override = { [address: string]: { code?: Hex } }
type Simulated = { blockStateCalls: { calls: SentCall[]; stateOverrides?: Override }[] }

const readData = { balanceOf: '0x70a08231', balanceOfMulti: '0x00fdd58e' }
const plenty = 10n ** 30n
const gasUsed = 45_056n

/** Sums the moves of a row into the balance of `me` that a call reads. Collectibles count one each. */
const movedBy = (moves: readonly SimulatedMove[], { to = '', data }: SentCall, isNative: boolean): bigint => {
  const id = data.startsWith(readData.balanceOfMulti) ? BigInt(`0x${data.slice(-64)}`) : undefined
  return moves.reduce((sum, { token = native, from = me, to: receiver, amount, id: moved, isApproval }) => {
    const isRead = isNative ? token === native : token.toLowerCase() === to.toLowerCase()
    if (isApproval || !isRead || (id !== undefined && id !== moved)) return sum
    const count = moved === undefined ? amount : 1n
    const own = (address: string): bigint => (address.toLowerCase() === me.toLowerCase() ? count : 0n)
    return sum + own(receiver) - own(from)
  }, 0n)
}

/** Runs blocks as a node would: reads of balances around the request, whose moves the row names. */
const simulateBlocks = (moves: readonly SimulatedMove[], { blockStateCalls: blocks }: Simulated) => {
  const overrides = Object.entries(blocks[0]?.stateOverrides ?? {})
  const balanceContract = overrides.find(([, { code }]) => code)?.[0]
  let paid = 0n
  let isFirst = true
  const run = (call: SentCall) => {
    if (call.from?.toLowerCase() === me.toLowerCase()) {
      const logs = isFirst ? moves.map(logOf) : []
      isFirst = false
      paid += gasUsed * BigInt(call.gasPrice ?? call.maxFeePerGas ?? 0)
      return { logs, returnData: '0x' }
    }
    const isNative = call.to === balanceContract
    const moved = isFirst ? 0n : movedBy(moves, call, isNative) - (isNative ? paid : 0n)
    return { logs: [], returnData: word(plenty + moved) }
  }
  return blocks.map(({ calls }) => ({
    calls: calls.map((call) => ({ status: '0x1', gasUsed: numberToHex(gasUsed), ...run(call) })),
  }))
}

/**
 * A node that knows the tokens of the corpus, and simulates a request as its row says. The account holds each
 * collectible.
 */
export const corpusNode = ({ simulated }: CorpusRow): NodeClient => ({
  ask: async (chain, method, params) => {
    const [first] = params as [SentCall & Simulated]
    if (method === 'eth_call') {
      const token = findToken(chain, first.to ?? '')
      if (first.data.startsWith('0x95d89b41') && token) return encodeAbiParameters([{ type: 'string' }], [token.symbol])
      if (first.data.startsWith('0x313ce567') && token?.decimals !== undefined) return word(BigInt(token.decimals))
      if (first.data.startsWith(readData.balanceOf) && token && token.decimals === undefined) return word(1n)
      return '0x'
    }
    if (method === 'eth_simulateV1' && simulated) return simulateBlocks(simulated, first)
    const answers: { [name: string]: unknown } = {
      eth_getBlockByNumber: { number: '0x10', timestamp: numberToHex(now / 1_000), miner: `0x${'0'.repeat(40)}` },
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
export const runRow = async (
  row: CorpusRow,
  node: NodeClient = corpusNode(row),
  more: RpcSurroundings = {},
): Promise<CorpusAnswer> => {
  const { chain = 'eip155:1', host = 'https://shop.example' } = row
  const { ask, card, cards } = createRpcWallet(node, {
    ...{ networks: corpusNetworks, host, now: () => now },
    listed: listedOn(chain),
    ...more,
  })
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
  ...[`${kind}: ${facts.title}`, `lead: ${facts.lead}`.trimEnd()],
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
