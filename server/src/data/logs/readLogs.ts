import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import type { NodeClient } from '../../rpc/upstreams/nodeClient.ts'

type Ask = <Answer>(read: (client: NodeClient) => Promise<Answer>) => Promise<Answer>
type ChainLog = { address: string; topics: string[]; data: string; block: number }
type LogRange = {
  topics: readonly (string | null)[]
  from: number
  to: number
  /** The most blocks of the first request. */
  window: number
  /** The most requests. */
  requestLimit: number
}

/** A node that refuses even this many blocks at once is not asked for fewer. */
const smallestWindow = 16

/**
 * Reads the logs of a range of blocks from the newest to the oldest. Halves the window if a node refuses it or answers
 * too much. `from` is the oldest block that was read, or `to + 1` if nothing was. `window` is
 * the last window.
 */
export const readLogs = async (ask: Ask, { topics, from, to, ...limits }: LogRange) => {
  const logs: ChainLog[] = []
  let window = Math.min(limits.window, to - from + 1)
  let next = to
  for (let request = 0; request < limits.requestLimit && next >= from; request++) {
    const start = Math.max(from, next - window + 1)
    let found: ChainLog[] | undefined
    try {
      found = await readWindow(ask, topics, start, next)
    } catch (cause) {
      // Keep what was read before the node failed.
      if (next < to) break
      throw cause
    }
    if (found) {
      logs.push(...found)
      next = start - 1
    } else {
      if (window <= smallestWindow) break
      window = Math.ceil(Math.min(window, next - from + 1) / 2)
    }
  }
  return { logs, from: next + 1, window }
}

/** Undefined if the window is too large. */
const readWindow = async (
  ask: Ask,
  topics: LogRange['topics'],
  from: number,
  to: number,
): Promise<ChainLog[] | undefined> => {
  const filter = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}`, topics }
  try {
    const answer = await ask((client) => client.tryCall('eth_getLogs', [filter]))
    return answer === undefined ? undefined : parseLogs(answer, topics, from, to)
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'PARSE_ERROR') throw cause
    return undefined
  }
}

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
