import type { TokenList } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { requireProject } from '../../config/projects.ts'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'

const chainIdSchema = v.pipe(v.string(), v.maxLength(64))

/** Names the tokens of a network for approval cards. */
export const tokenRoutes = ({ guards, projects, tokenLists, clock }: WalletParts): WalletRoute[] => {
  const timestamp = new Date(clock()).toISOString()
  return [
    {
      method: 'GET',
      path: 'tokens',
      run: async ({ context }): Promise<TokenList> => {
        const { projectId } = await guards.requireProof(context)
        const chainId = parseRequestValue(chainIdSchema, context.req.query('chainId'))
        const project = requireProject(projects, projectId)
        const network = project.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
        if (!network) throw new AppError(commonErrors.CHAIN_NOT_SUPPORTED)
        const tokens = await tokenLists.find(project, chainId)
        return { name: project.name, timestamp, version: { major: 1, minor: 0, patch: 0 }, tokens }
      },
    },
  ]
}
