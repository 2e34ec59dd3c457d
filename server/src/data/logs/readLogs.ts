import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import type { NodeClient } from '../../rpc/upstreams/nodeClient.ts'

type Ask = <Answer>(read: (client: NodeClient) => Promise<Answer>) => Promise<Answer>
type ChainLog = { address: string; topics: string[]; data: string; block: number }
type LogRange = {
  topics: readonly (string | null)[]
  from: number
  to: number
  /** The most blocks of one request. */
  window: number
  /** The most requests. */
  requestLimit: number
}

/** A node that refuses even this many blocks at once is not asked for fewer. */
const smallestWindow = 16
/** A halved window doubles after this time, because a node may have refused it for another reason than its size. */
const growMs = 60_000

/** Remembers, for all accounts, how many blocks each node answers in one request. */
export const createLogWindows = (now: () => number) => {
  const halved = new Map<string, { blocks: number; at: number }>()
  return {
    blocksOf: (url: string, most: number): number => {
      const found = halved.get(url)
      return found ? Math.min(most, found.blocks * 2 ** Math.floor((now() - found.at) / growMs)) : most
    },
    halve: (url: string, refusedBlocks: number): void => {
      // A node that refuses so few blocks has another reason than their number.
      if (refusedBlocks <= smallestWindow) return
      halved.set(url, { blocks: Math.max(smallestWindow, Math.ceil(refusedBlocks / 2)), at: now() })
    },
  }
}

type LogWindows = ReturnType<typeof createLogWindows>

/**
 * Reads the logs of a range of blocks from the newest to the oldest. Halves the window of a node that refuses it or
 * answers too much. `from` is the oldest block that was read, or `to + 1` if nothing was.
 */
export const readLogs = async (ask: Ask, windows: LogWindows, { from, to, requestLimit, ...asked }: LogRange) => {
  const logs: ChainLog[] = []
  let next = to
  for (let request = 0; request < requestLimit && next >= from; request++) {
    try {
      const read = await readWindow(ask, windows, { ...asked, from, to: next })
      if (read.logs) {
        logs.push(...read.logs)
        next = read.start - 1
      } else if (next - read.start < smallestWindow) break
    } catch (cause) {
      // Keep what was read before the node failed.
      if (next < to) break
      throw cause
    }
  }
  return { logs, from: next + 1 }
}

/** Reads the newest blocks of the range. `logs` is undefined if the node refuses so many blocks, or answers too much. */
const readWindow = async (
  ask: Ask,
  windows: LogWindows,
  { topics, from, to, window }: Omit<LogRange, 'requestLimit'>,
): Promise<{ start: number; logs?: ChainLog[] }> => {
  let start = from
  try {
    return await ask(async ({ url, tryCall }) => {
      start = Math.max(from, to - windows.blocksOf(url, window) + 1)
      const filter = { fromBlock: `0x${start.toString(16)}`, toBlock: `0x${to.toString(16)}`, topics }
      try {
        const answer = await tryCall('eth_getLogs', [filter])
        if (answer !== undefined) return { start, logs: parseLogs(answer, topics, start, to) }
      } catch (cause) {
        if (isUnreadable(cause)) windows.halve(url, to - start + 1)
        throw cause
      }
      windows.halve(url, to - start + 1)
      return { start }
    })
  } catch (cause) {
    if (!isUnreadable(cause)) throw cause
    return { start }
  }
}

const isUnreadable = (cause: unknown): boolean => cause instanceof AppError && cause.code === 'PARSE_ERROR'

const parseLogs = (answer: unknown, topics: LogRange['topics'], from: number, to: number): ChainLog[] => {
  if (!Array.isArray(answer)) throw unreadableAnswerError()
  return answer.map((value) => {
    const log = parseLog(value)
    // A lying node could name a token that the account never received.
    const isAsked = topics.every((topic, index) => topic === null || log?.topics[index] === topic)
    if (!log || !isAsked || log.block < from || log.block > to) throw unreadableAnswerError()
    return log
  })
}

const parseLog = (value: unknown): ChainLog | undefined => {
  const { address, topics, data, blockNumber } = Object(value) as Record<string, unknown>
  if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) return undefined
  if (!Array.isArray(topics) || topics.length > 4) return undefined
  if (!topics.every((topic) => typeof topic === 'string' && /^0x[0-9a-f]{64}$/i.test(topic))) return undefined
  if (typeof data !== 'string' || !/^0x[0-9a-f]*$/i.test(data)) return undefined
  const block = readBlockNumber(blockNumber)
  if (block === undefined) return undefined
  return { address: address.toLowerCase(), topics: topics.map((topic: string) => topic.toLowerCase()), data, block }
}

export const readBlockNumber = (value: unknown): number | undefined => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(value)) return undefined
  const block = Number(value)
  return Number.isSafeInteger(block) ? block : undefined
}
