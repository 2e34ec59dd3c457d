import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { foldName } from '@appkit-frame/loader/protocol/messages/tokenNames.ts'
import { defaultTokenAdaptors, type TokenAdaptorName } from '../../config/adaptors.ts'
import type { ServedNetwork } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { singleFlightCache } from '../../http/singleFlightCache.ts'
import { type BalanceRead, balanceCache, reasonOf } from '../../rpc/balance/nativeBalances.ts'
import type { Upstreams } from '../../rpc/upstreams/upstreams.ts'
import type { TokenLists } from '../tokenLists/tokenLists.ts'
import { bankAdaptor } from './bankAdaptor.ts'
import { multicallAdaptor } from './multicallAdaptor.ts'
import type { FindReceivedTokens, ReceivedTokens } from './receivedTokens.ts'
import { tokenAccountsAdaptor } from './tokenAccountsAdaptor.ts'
import type { HeldToken, TokenAdaptor, TokenAnswer, TokenRequest } from './tokenAdaptor.ts'

const tokenAdaptors: Readonly<Record<TokenAdaptorName, TokenAdaptor>> = {
  multicall: multicallAdaptor,
  tokenAccounts: tokenAccountsAdaptor,
  bank: bankAdaptor,
}

type Options = { upstreams: Upstreams; tokenLists: TokenLists; findReceived: FindReceivedTokens; now: () => number }
export type AccountTokens = TokenAnswer & Pick<ReceivedTokens, 'searched'>

/** Reads the tokens of an account from the first adaptor of the network that can answer. Caches them for 30 seconds. */
export const createTokenBalances = ({ upstreams, tokenLists, findReceived, now }: Options) => {
  const cached = singleFlightCache<TokenAnswer>({
    ...balanceCache,
    isFailed: ({ missing }) => missing.some(isFailure),
    now,
  })

  const readAny = async (
    project: Project,
    served: ServedNetwork,
    address: string,
    found: readonly string[],
    end: number,
  ): Promise<TokenAnswer> => {
    const { network, tokenAdaptors: names } = served
    const listed = await tokenLists.find(project, network.caipNetworkId)
    const listedAddresses = new Set(listed.map((token) => token.address))
    const received = found.filter((token) => !listedAddresses.has(token))
    // A namespace without adaptors has no tokens, so nothing is missing there.
    const hasTokens = defaultTokenAdaptors[network.chainNamespace].length > 0
    let failed: TokenAnswer = { tokens: [], missing: hasTokens ? [{ reason: 'NO_SOURCE' }] : [] }
    for (const [index, name] of names.entries()) {
      const { source, limitBytes, read } = tokenAdaptors[name]
      const urls = source === 'rpc' ? served.upstreamUrls : served.restUpstreamUrls
      if (urls.length === 0) continue
      const deadline = now() + (end - now()) / (names.length - index)
      const group = { name: network.caipNetworkId, urls, projectId: project.id, limitBytes, deadline }
      try {
        const ask: TokenRequest['ask'] = (readClient) => upstreams.ask(group, readClient)
        const answer = await read({ ask, served, address, listed, received })
        return { ...answer, tokens: markImitations(answer.tokens, listed, network.nativeCurrency) }
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        failed = { tokens: [], missing: [reasonOf(cause)] }
      }
    }
    return failed
  }

  return async (
    project: Project,
    served: ServedNetwork,
    address: string,
    { isForced, deadline }: BalanceRead,
  ): Promise<AccountTokens> => {
    const { addresses, hasMore, searched } = findReceived(project, served, address)
    // A token that the search has found since the last answer must not wait until that answer is stale.
    const key = [project.id, served.network.caipNetworkId, address, addresses.length].join(' ')
    const answer = await cached(key, isForced, () => readAny(project, served, address, addresses, deadline))
    const missing: TokenAnswer['missing'] = hasMore ? [...answer.missing, { reason: 'TOO_MANY' }] : answer.missing
    return { ...answer, missing, ...(searched && { searched }) }
  }
}

export type TokenBalances = ReturnType<typeof createTokenBalances>

/** A part that the next read may know. A single token that can't be read, or a token too many, stays unknown. */
const isFailure = ({ address, reason }: TokenAnswer['missing'][number]): boolean =>
  address === undefined && reason !== 'TOO_MANY'

type Named = { name: string; symbol: string }

/** Marks unlisted tokens that have the name or the symbol of a listed token or of the currency. */
const markImitations = (tokens: HeldToken[], listed: readonly Named[], currency: Named): HeldToken[] => {
  const originals = new Map(
    [...listed, currency].flatMap((original) => foldedNames(original).map((name) => [name, original.symbol])),
  )
  return tokens.map((token) => {
    if (token.isListed) return token
    const imitates = foldedNames(token)
      .map((name) => originals.get(name))
      .find(Boolean)
    return imitates === undefined ? token : { ...token, imitates }
  })
}

const foldedNames = ({ name, symbol }: Named): string[] => [symbol, name].map(foldName).filter((text) => text !== '')
