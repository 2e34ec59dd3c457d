import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { LRUCache } from 'lru-cache'
import { getAddress, pad } from 'viem'
import type { ServedNetwork } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { logError } from '../../http/failures.ts'
import type { Log } from '../../http/log.ts'
import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import type { Upstreams } from '../../rpc/upstreams/upstreams.ts'
import { createLogWindows, readBlockNumber, readLogs } from '../logs/readLogs.ts'
import type { TokenLists } from '../tokenLists/tokenLists.ts'

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const requestLimit = 12
const limitBytes = 4 * 1_024 * 1_024
/** The most unlisted tokens of an account. Somebody could send it thousands of worthless ones. */
const tokenLimit = 100
const pauseMs = 30_000
const lagBlocks = 1_000
const keptAccounts = 5_000

type Search = {
  tokens: Set<string>
  from: number
  to: number
  first: number
  /** The account has received more unlisted tokens than the search keeps. */
  hasMore: boolean
  at: number
  isRunning: boolean
}
const newSearch = (): Search => ({
  tokens: new Set(),
  from: 0,
  to: -1,
  first: 0,
  hasMore: false,
  at: Number.NEGATIVE_INFINITY,
  isRunning: false,
})
export type ReceivedTokens = {
  /** The addresses of the tokens that were found so far. */
  addresses: string[]
  /** The account has received more tokens than these. */
  hasMore: boolean
  searched?: { fromBlock: string; toBlock: string; isComplete: boolean }
}
type Options = { upstreams: Upstreams; tokenLists: TokenLists; log: Log; now: () => number }

/**
 * Finds the ERC-20 tokens that an account has received, by the transfer logs of the network's last blocks. Searches in
 * the background, a few requests at a time, and answers what earlier searches found.
 */
export const createReceivedTokens = ({ upstreams, tokenLists, log, now }: Options) => {
  const windows = createLogWindows(now)
  const searches = new LRUCache<string, Search>({ maxSize: keptAccounts, sizeCalculation: () => 1 })

  const search = async (state: Search, project: Project, served: ServedNetwork, address: string): Promise<void> => {
    const { network, upstreamUrls: urls, logBlocks } = served
    const group = { name: network.caipNetworkId, urls, projectId: project.id, limitBytes, lane: 'search' as const }
    const head = readBlockNumber(await upstreams.ask(group, (client) => client.call('eth_blockNumber', [])))
    if (head === undefined) throw unreadableAnswerError()
    const first = Math.max(0, head - logBlocks + 1)
    // A node may be some blocks behind the others. A block far ahead came from a wrong node.
    const isNew = state.to < first || state.to > head + lagBlocks
    const listed = new Set((await tokenLists.find(project, network.caipNetworkId)).map((token) => token.address))
    const topics = [transferTopic, null, pad(address as `0x${string}`, { size: 32 })]
    const read = async (from: number, to: number) => {
      const range = { topics, from, to, window: logBlocks, requestLimit }
      const found = await readLogs((ask) => upstreams.ask(group, ask), windows, range)
      keepTokens(state, found.logs, listed)
      return found.from
    }
    const newest = await read(isNew ? first : state.to + 1, head)
    // A node that refuses all new blocks may be behind the others. The next search asks for them again.
    if (!isNew && state.to < head && newest > head) return
    // If the new blocks were not read to their end, the search continues there, and reads older blocks again.
    let from = isNew || newest > state.to + 1 ? newest : Math.max(first, state.from)
    try {
      if (from > first) from = await read(first, from - 1)
    } finally {
      Object.assign(state, { first, from, to: head })
    }
  }

  const start = async (state: Search, project: Project, served: ServedNetwork, address: string): Promise<void> => {
    state.isRunning = true
    try {
      await search(state, project, served, address)
    } catch (cause) {
      // The balances don't depend on the search, so a failed node only delays it.
      if (!(cause instanceof AppError)) logError(log, cause)
    } finally {
      state.at = now()
      state.isRunning = false
    }
  }

  return (project: Project, served: ServedNetwork, address: string): ReceivedTokens => {
    const { network, upstreamUrls, logBlocks } = served
    if (network.chainNamespace !== 'eip155' || logBlocks === 0 || upstreamUrls.length === 0)
      return { addresses: [], hasMore: false }
    const key = [address, ...upstreamUrls, ...project.tokenLists].join(' ')
    const state = searches.get(key) ?? newSearch()
    searches.set(key, state)
    if (!state.isRunning && now() - state.at >= pauseMs) void start(state, project, served, address)
    const tokens = { addresses: [...state.tokens], hasMore: state.hasMore }
    if (state.to < 0) return tokens
    const [fromBlock, toBlock] = [String(state.from), String(state.to)]
    const isComplete = state.from <= state.first
    return { ...tokens, searched: { fromBlock, toBlock, isComplete } }
  }
}

/** Keeps the tokens of transfers, except listed ones, which are read anyway. */
const keepTokens = (
  state: Search,
  logs: readonly { address: string; topics: string[] }[],
  listed: ReadonlySet<string>,
): void => {
  for (const { address, topics } of logs) {
    const token = getAddress(address)
    // An ERC-721 transfer has a fourth topic, the id of the collectible.
    if (topics.length !== 3 || listed.has(token) || state.tokens.has(token)) continue
    if (state.tokens.size < tokenLimit) state.tokens.add(token)
    else state.hasMore = true
  }
}

export type FindReceivedTokens = ReturnType<typeof createReceivedTokens>
