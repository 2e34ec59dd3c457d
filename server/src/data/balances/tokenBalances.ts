import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { defaultTokenAdaptors, type TokenAdaptorName } from '../../config/adaptors.ts'
import type { ServedNetwork } from '../../config/networks.ts'
import type { Project } from '../../config/projects.ts'
import { singleFlightCache } from '../../http/singleFlightCache.ts'
import { balanceCache, reasonOf } from '../../rpc/balance/nativeBalances.ts'
import { answerWithinMs, type Upstreams } from '../../rpc/upstreams/upstreams.ts'
import type { TokenLists } from '../tokenLists/tokenLists.ts'
import { multicallAdaptor } from './multicallAdaptor.ts'
import type { TokenAdaptor, TokenAnswer } from './tokenAdaptor.ts'

const tokenAdaptors: Readonly<Record<TokenAdaptorName, TokenAdaptor>> = {
  multicall: multicallAdaptor,
}

type Options = { upstreams: Upstreams; tokenLists: TokenLists; now: () => number }

/** Reads the tokens of an account from the first adaptor of the network that can answer. Caches them for 30 seconds. */
export const createTokenBalances = ({ upstreams, tokenLists, now }: Options) => {
  const cached = singleFlightCache<TokenAnswer>({
    ...balanceCache,
    isFailed: ({ tokens, missing }) => tokens.length === 0 && missing.length > 0,
    now,
  })

  const readAny = async (project: Project, served: ServedNetwork, address: string): Promise<TokenAnswer> => {
    const { network, tokenAdaptors: names } = served
    const listed = await tokenLists.find(project, network.caipNetworkId)
    const end = now() + answerWithinMs
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
        return await read({ ask: (readClient) => upstreams.ask(group, readClient), served, address, listed })
      } catch (cause) {
        if (!(cause instanceof AppError)) throw cause
        failed = { tokens: [], missing: [reasonOf(cause)] }
      }
    }
    return failed
  }

  return (project: Project, served: ServedNetwork, address: string, isForced: boolean): Promise<TokenAnswer> =>
    cached([project.id, served.network.caipNetworkId, address].join(' '), isForced, () =>
      readAny(project, served, address),
    )
}

export type TokenBalances = ReturnType<typeof createTokenBalances>
