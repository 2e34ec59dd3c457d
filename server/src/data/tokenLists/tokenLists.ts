import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Project } from '../../config/projects.ts'
import { fetchBounded } from '../../http/egress/fetchBounded.ts'
import { logError } from '../../http/failures.ts'
import type { Log } from '../../http/log.ts'
import { staleWhileRevalidate } from '../../http/staleWhileRevalidate.ts'
import { networkOfToken, parseTokenList } from './tokenList.ts'

/** Finds the tokens that the lists of a project name on a network. */
export type TokenLists = { find(project: Project, caipNetworkId: string): Promise<ListedToken[]> }

const freshMs = 6 * 3_600_000
const pauseMs = 60_000
const bounds = { timeoutMs: 10_000, limitBytes: 8 * 1_024 * 1_024, type: 'application/json' } as const

type Options = { folder: string; projects: readonly Project[]; log: Log; now: () => number }

/**
 * Reads the shipped list and the files of all projects when the server starts, so that an invalid list stops the
 * server. A list behind a URL is fetched when a project first needs it, and kept while the URL does not answer.
 */
export const openTokenLists = async ({ folder, projects, log, now }: Options): Promise<TokenLists> => {
  const sources = new Set(projects.flatMap(({ tokenLists }) => tokenLists))
  const files = new Map<string, ListedToken[]>()
  for (const source of sources)
    if (!isUrl(source)) files.set(source, await readList(source === 'shipped' ? join(folder, 'tokens.json') : source))
  const fetched = staleWhileRevalidate<ListedToken[]>({ limit: Math.max(1, sources.size), freshMs, pauseMs, now })
  const fetchList = async (url: string): Promise<ListedToken[]> => {
    try {
      return parseTokenList((await fetchBounded(url, bounds)).toString('utf8'), url)
    } catch (cause) {
      logError(log, cause as Error)
      throw cause
    }
  }
  const load = async (source: string): Promise<ListedToken[]> =>
    files.get(source) ?? (await fetched.get(source, () => fetchList(source))) ?? []
  return {
    find: async ({ tokenLists }, caipNetworkId) => {
      const lists = await Promise.all(tokenLists.map(load))
      // The first list that names a token decides its name.
      const found = new Map<string, ListedToken>()
      for (const token of lists.flat())
        if (networkOfToken(token) === caipNetworkId && !found.has(token.address)) found.set(token.address, token)
      return [...found.values()]
    },
  }
}

const isUrl = (source: string): boolean => /^https?:\/\//.test(source)

const readList = async (file: string): Promise<ListedToken[]> => {
  let json: string
  try {
    json = await readFile(file, 'utf8')
  } catch (cause) {
    throw new Error(`The token list ${file} can't be read.`, { cause })
  }
  return parseTokenList(json, file)
}
