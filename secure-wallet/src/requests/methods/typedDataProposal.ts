import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { type Address, toHex } from 'viem'
import type { PreparedRequest } from '../../approval/approvals.ts'
import { onlyChoiceFields } from '../../approval/proposal.ts'
import type { Understood } from '../decode/typedData/form.ts'
import { understand } from '../decode/typedData/knownForms.ts'
import { readSignedData } from '../decode/typedData/signedData.ts'
import { assetTexts, readTokens } from '../describe/tokens.ts'
import { describeTypedData } from '../describe/typedData/describe.ts'
import { type RpcContext, siteName } from './scope.ts'

/**
 * Reads typed data, and returns the function that prepares its card. Throws for data that is not encodable, that names
 * another network, or that only another site may ask for.
 */
export const readTypedData = (
  { scope, network }: RpcContext,
  account: Address,
  raw: unknown,
): (() => Promise<PreparedRequest>) => {
  const signed = readSignedData(raw)
  // A signature that names another network would be valid there, so the wallet signs only for that of the request.
  if (signed.domain.chainId !== undefined && signed.domain.chainId !== BigInt(network.id))
    throw new AppError(commonErrors.INVALID_PARAMS)
  const { host } = scope
  const understood = understand(signed, { account, host, chainId: BigInt(network.id), now: scope.now() })
  return async () => {
    const [tokens, recipients] = await Promise.all([
      readTokens(scope, network, account, tokensOf(understood)),
      scope.recipients.all(),
    ])
    const texts = assetTexts({ network, tokens })
    const subject = {
      ...{ account, host, network, signed, tokens, texts, recipients },
      receivers: scope.site.receiversOn(network.caipNetworkId),
      siteName: siteName(scope),
    }
    const { facts, kind, label } = describeTypedData(understood, subject)
    const digest = signed.digest.slice(2)
    return {
      proposal: {
        facts,
        kind,
        choices: [{ ...onlyChoiceFields, label, namespace: 'eip155', payloads: [digest] }],
        blocked: null,
      },
      complete: async (_choice, sign) => ({ status: 'done', result: toHex(await sign(digest)) }),
    }
  }
}

const tokensOf = (understood: Understood | null): Address[] => {
  if (understood?.deed === 'order')
    return understood.orders.flatMap(({ gives, gets }) =>
      [...gives, ...gets].flatMap(({ asset }) => ('token' in asset ? [asset.token] : [])),
    )
  const actions = understood?.deed === 'pay' ? [understood.action] : []
  const all = understood && 'actions' in understood ? understood.actions : actions
  return all.flatMap((action) => ('asset' in action && 'token' in action.asset ? [action.asset.token] : []))
}
