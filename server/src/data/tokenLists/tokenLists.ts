import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { logoPath, type Project } from '../../config/projects.ts'
import { fetchBounded } from '../../http/egress/fetchBounded.ts'
import { isLoopbackHost } from '../../http/egress/publicAddress.ts'
import { logError } from '../../http/failures.ts'
import type { Log } from '../../http/log.ts'
import { staleWhileRevalidate } from '../../http/staleWhileRevalidate.ts'
import { networkOfToken, parseTokenList } from './tokenList.ts'

/** Finds the tokens that the lists of a project name on a network. */
export type TokenLists = {
  find(project: Project, caipNetworkId: string): Promise<ListedToken[]>
  /** Finds the URL of a listed token's icon by the path that stands for it in the answers. */
  findIcon(path: string): Promise<string | undefined>
}

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
  const icons = new Map<string, ReadonlyMap<string, string>>()
  const parseList = (json: string, source: string): ListedToken[] => {
    const read = replaceIconUrls(parseTokenList(json, source), source)
    icons.set(source, read.icons)
    return read.tokens
  }
  for (const source of sources)
    if (!isUrl(source))
      files.set(source, parseList(await readText(source === 'shipped' ? join(folder, 'tokens.json') : source), source))
  const fetched = staleWhileRevalidate<ListedToken[]>({ limit: Math.max(1, sources.size), freshMs, pauseMs, now })
  const fetchList = async (url: string): Promise<ListedToken[]> => {
    try {
      return parseList((await fetchBounded(url, bounds)).toString('utf8'), url)
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
    findIcon: async (path) => {
      // Another process of this server may have named the path, so this one reads the lists that it has not read yet.
      await Promise.allSettled([...sources].map(load))
      for (const list of icons.values()) if (list.has(path)) return list.get(path)
      return undefined
    },
  }
}

const isUrl = (source: string): boolean => /^https?:\/\//.test(source)

/** Replaces the URLs of icons by paths of this server. Drops the URLs from which the server would fetch no icon. */
const replaceIconUrls = (tokens: readonly ListedToken[], source: string) => {
  const icons = new Map<string, string>()
  const withPath = ({ logoURI = '', ...token }: ListedToken): ListedToken => {
    if (!isIconUrl(logoURI, source)) return token
    const path = logoPath(logoURI)
    icons.set(path, logoURI)
    return { ...token, logoURI: path }
  }
  return { tokens: tokens.map(withPath), icons }
}

const longestUrl = 2_048
/** A list of another company may name no service of this machine, unless the list comes from there. */
const isIconUrl = (text: string, source: string): boolean => {
  const url = text.length > longestUrl ? null : URL.parse(text)
  if (!url) return false
  return (url.protocol === 'https:' && !isLoopbackHost(url.hostname)) || url.origin === URL.parse(source)?.origin
}

const readText = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new Error(`The token list ${file} can't be read.`, { cause })
  }
}
