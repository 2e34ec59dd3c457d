import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { keccak256 } from 'viem/utils'
import { addNodeToFilterId, readNodeOfFilterId } from './filterIds.ts'
import { createNodeRanking } from './ranking.ts'
import { failedRpcAnswer, type RpcAnswer, type RpcRequest } from './requests.ts'
import { askNode, type NodeAnswer } from './upstream.ts'

const pingEveryMs = 4_000
const pingLimitMs = 1_000
/** The time limit of a request. It is below the modal's timeout, so that the modal gets the reason of a failure. */
const answerWithinMs = readTimeoutMs - 500
/** How long the nodes of a network get pings after its last use. */
const pingWhileUsedMs = 60_000
/** The least time that each node has, even if the server could ask more nodes. */
const shortestTryMs = 2_000

/**
 * The error codes after which the server asks another node, such as a missing method, missing data, or a rate limit.
 */
const elsewhere: ReadonlySet<number> = new Set(
  [
    commonErrors.METHOD_NOT_FOUND,
    commonErrors.METHOD_NOT_SUPPORTED,
    commonErrors.RESOURCE_NOT_FOUND,
    commonErrors.RESOURCE_UNAVAILABLE,
    commonErrors.TOO_MANY_REQUESTS,
    commonErrors.INTERNAL_ERROR,
  ].map(({ number }) => number),
)

/**
 * Sends requests to the nodes of one network. Asks the best node first, and sends its unanswered requests to the next
 * node.
 */
export const createNetworkNodes = (urls: readonly string[], now: () => number) => {
  const ranking = createNodeRanking(urls)
  let usedAt = Number.NEGATIVE_INFINITY
  let pings: ReturnType<typeof setInterval> | undefined
  const addresses = addressPattern(urls)

  const timed = async (url: string, requests: readonly RpcRequest[], limitMs: number, signal?: AbortSignal) => {
    const start = now()
    const timeout = AbortSignal.timeout(Math.ceil(limitMs))
    try {
      const answers = await askNode(url, requests, signal ? AbortSignal.any([signal, timeout]) : timeout)
      ranking.add(url, { ms: now() - start, ok: true })
      return answers
    } catch (cause) {
      // A request that the visitor aborted is no failure of the node.
      if (!signal?.aborted) ranking.add(url, { ms: now() - start, ok: false })
      throw cause
    }
  }

  const ping = (): void => {
    if (now() - usedAt > pingWhileUsedMs) {
      clearInterval(pings)
      pings = undefined
      return
    }
    for (const url of urls) {
      // `timed` has already added a sample to the ranking, also for a failed ping. So the result itself is not needed.
      timed(url, [{ id: 0, method: 'net_listening' }], pingLimitMs).catch(() => undefined)
    }
  }

  const ask = async (requests: readonly RpcRequest[], signal: AbortSignal): Promise<RpcAnswer[]> => {
    usedAt = now()
    if (urls.length > 1) pings ??= setInterval(ping, pingEveryMs).unref()
    const deadline = now() + answerWithinMs
    const answers = new Map<RpcRequest, NodeAnswer>()
    const settled = new Set<RpcRequest>()
    const homes = findHomes(requests)
    const order = [...new Set([...[...homes.values()].map(({ url }) => url), ...ranking.order()])]

    const openAt = (url: string): RpcRequest[] =>
      requests.filter((request) => !settled.has(request) && (homes.get(request)?.url ?? url) === url)

    for (const [index, url] of order.entries()) {
      const open = openAt(url)
      const left = deadline - now()
      if (left <= 0 || signal.aborted) break
      if (open.length === 0) continue
      // Keep time only for nodes that may answer a request: a filter exists at one node.
      const usable = order.slice(index).filter((other) => openAt(other).length > 0)
      const limitMs = Math.min(left, Math.max(shortestTryMs, left / usable.length))
      const sent = open.map((request) => homes.get(request)?.nodeRequest ?? request)
      const found = await timed(url, sent, limitMs, signal).catch((): undefined => undefined)
      for (const [at, request] of open.entries()) {
        const answer = found?.[at]
        if (!answer) continue
        const final = addNode(request, resolveKnown(request, answer, index), url)
        if (!answers.has(request) || 'result' in final) answers.set(request, final)
        if ('result' in final || !elsewhere.has(final.error.code)) settled.add(request)
      }
    }
    return requests.map((request) => write(request, answers.get(request), addresses))
  }

  /** Finds the requests about a filter, which exists at one node only, and the id that this node gave it. */
  const findHomes = (requests: readonly RpcRequest[]) => {
    const homes = new Map<RpcRequest, { url: string; nodeRequest: RpcRequest }>()
    if (urls.length < 2) return homes
    for (const request of requests) {
      const found = readNodeOfFilterId(request)
      const url = urls[found?.nodeIndex ?? -1]
      if (found && url !== undefined) homes.set(request, { url, nodeRequest: found.nodeRequest })
    }
    return homes
  }

  const addNode = (request: RpcRequest, answer: NodeAnswer, url: string): NodeAnswer =>
    'result' in answer && urls.length > 1
      ? { result: addNodeToFilterId(request, answer.result, urls.indexOf(url)) }
      : answer

  return { ask, stop: () => clearInterval(pings) }
}

export type NetworkNodes = ReturnType<typeof createNetworkNodes>

/**
 * An earlier node may have broadcast the transaction although it didn't answer. If the next node then says that it
 * already knows the transaction, return the transaction's hash as a success.
 */
const resolveKnown = ({ method, params }: RpcRequest, answer: NodeAnswer, tries: number): NodeAnswer => {
  if (tries === 0 || method !== 'eth_sendRawTransaction' || !('error' in answer)) return answer
  const [raw]: unknown[] = Array.isArray(params) ? params : []
  if (!/already known|known transaction/i.test(answer.error.message)) return answer
  return typeof raw === 'string' && /^0x[0-9a-f]+$/i.test(raw) ? { result: keccak256(raw as `0x${string}`) } : answer
}

const write = ({ id }: RpcRequest, answer: NodeAnswer | undefined, addresses: RegExp): RpcAnswer => {
  if (!answer) {
    const { number, short } = commonErrors.RESOURCE_UNAVAILABLE
    return failedRpcAnswer(id, number, short)
  }
  if ('result' in answer) return { jsonrpc: '2.0', id, result: answer.result }
  const { code, message, data } = answer.error
  const hide = (text: string): string => text.replace(addresses, '…')
  const clean = { code, message: hide(message), ...(data !== undefined && { data: mapTexts(data, hide) }) }
  return { jsonrpc: '2.0', id, error: clean }
}

/**
 * Maps the texts in a JSON value. Keeps hexadecimal values, because the digits of a revert reason may equal a query
 * value by chance.
 */
const mapTexts = (json: unknown, map: (text: string) => string): unknown =>
  JSON.parse(
    JSON.stringify(json, (_, value) =>
      typeof value === 'string' && !/^0x[0-9a-f]*$/i.test(value) ? map(value) : value,
    ),
  )

/**
 * Matches the nodes' URLs and their parts in an error, because some nodes quote their own URL or only the key
 * in it. Short parts stay, because they are common words such as `v2` or `main`.
 */
const addressPattern = (urls: readonly string[]): RegExp => {
  const secrets = urls.flatMap((url) => {
    const { href, host, pathname, search, username, password } = new URL(url)
    const queryValues = search.slice(1).split('&')
    return [
      ...[url, href, host, password],
      ...pathname.split('/').filter((part) => part.length >= 16),
      // A query parameter without `=` consists of its value only.
      ...[username, ...queryValues.map((pair) => pair.slice(pair.indexOf('=') + 1))].filter((part) => part.length >= 6),
    ]
  })
  const decoded = [...new Set(secrets.map(decodeEscapes))].filter((secret) => secret !== '')
  // Try the longest text first, so that a whole URL becomes a single ellipsis.
  const patterns = decoded.sort((one, other) => other.length - one.length).map(encodedPattern)
  return new RegExp(patterns.join('|'), 'giu')
}

const decodeEscapes = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Matches a text, also if any of its characters are URL-encoded. */
const encodedPattern = (text: string): string =>
  Array.from(text, (character) => {
    // In a query, `+` means a space, so match either of them.
    if (character === '+' || character === ' ') return '(?:[+ ]|%2b|%20)'
    const bytes = Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`)
    return `(?:\\u{${character.codePointAt(0)?.toString(16)}}|${bytes.join('')})`
  }).join('')
