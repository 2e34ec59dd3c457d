import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { toHex } from 'viem'
import { riskClassOf } from '../../approval/approvalPolicy.ts'
import type { PreparedRequest } from '../../approval/approvals.ts'
import { formatNotice, formatText, type NoticeArguments } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ProposalFacts } from '../../approval/proposal.ts'
import type { ClaimedAction } from '../decode/action.ts'
import { readTypedData, type TypedMessage } from '../decode/typedData.ts'
import { allowanceEndText } from '../describe/calls.ts'
import { findLookAlike, isSameAddress } from '../describe/recipients.ts'
import { formatAmount, readTokens, shortenAddress, symbolOf } from '../describe/tokens.ts'
import { warnOfTokens } from '../describe/warnings.ts'
import { defineRpcMethod } from './method.ts'
import { onlyChoiceFields } from './personalSign.ts'
import { checkOwnEvmAddress, evmAddressSchema, type RpcContext } from './scope.ts'

const params = v.tuple([evmAddressSchema, v.union([v.string(), v.record(v.string(), v.unknown())])])

export const signTypedData = defineRpcMethod(params, ([address, data], context) => {
  const { scope, network } = context
  const account = checkOwnEvmAddress(scope, address)
  const read = readTypedData(data)
  // A signature that names another chain would be valid on that chain, so the wallet signs only for the chain of the
  // request.
  if (read.domain.chainId !== null && read.domain.chainId !== BigInt(network.id))
    throw new AppError(commonErrors.INVALID_PARAMS)
  return scope.approvals.ask(() => prepare(context, account, read, data))
})

const prepare = async (
  context: RpcContext,
  account: string,
  read: TypedMessage,
  data: unknown,
): Promise<PreparedRequest> => {
  const { scope, network } = context
  const { amounts, asks, labels, notices: texts, rows: names } = messages
  const named = read.actions.flatMap((action) =>
    'asset' in action && 'token' in action.asset ? [action.asset.token] : [],
  )
  const tokens = await readTokens(scope, network, account, named)
  const recipients = await scope.recipients.all()
  const native = network.nativeCurrency
  const allows = read.actions.filter((action) => action.kind !== 'revoke')
  const notices: ProposalFacts['notices'] = []
  const danger = (...parts: NoticeArguments): void => void notices.push(formatNotice('danger', ...parts))
  if (allows.length > 0) danger(texts.paymentOrder)
  else if (read.mayMoveAssets) danger(texts.mayMove)
  for (const action of allows)
    if (action.kind === 'allow' && action.isUnlimited)
      danger(texts.noLimitOf, { token: symbolOf(action.asset, tokens, native) })
  notices.push(...warnOfTokens(tokens))
  for (const action of allows) {
    const taker = takerOf(action)
    const twin = taker && findLookAlike(taker, recipients)
    if (twin) danger(texts.lookAlikeTaker, { known: shortenAddress(twin) })
  }
  const changes = allows.map((action) => {
    const asset = 'asset' in action ? action.asset : ({ kind: 'native' } as const)
    const amount = 'amount' in action ? action.amount : 0n
    const isUnlimited = action.kind === 'allow' && action.isUnlimited
    return {
      direction: 'risk' as const,
      name: symbolOf(asset, tokens, native),
      amount:
        isUnlimited || amount === null
          ? amounts.unlimited
          : formatText(amounts.upTo, { amount: formatAmount(asset, amount, tokens, native) }),
      note: '',
    }
  })
  const address = (label: string, value: string) => ({ label, value, isAddress: true })
  const text = (label: string, value: string) => ({ label, value, isAddress: false })
  const rows = [
    ...allows.flatMap((action) => {
      const taker = takerOf(action)
      const isSomebody = taker !== undefined && !isSameAddress(taker, `0x${'0'.repeat(40)}`)
      return [
        ...(isSomebody ? [address(names.spender, taker)] : []),
        ...('asset' in action && 'token' in action.asset ? [address(names.token, action.asset.token)] : []),
        ...(action.kind === 'allow' && action.until !== null
          ? [text(names.until, allowanceEndText(action.until))]
          : []),
      ]
    }),
    ...(read.domain.name === '' ? [] : [text(names.for, read.domain.name)]),
    ...(read.domain.verifyingContract ? [address(names.contract, read.domain.verifyingContract)] : []),
    address(names.account, account),
    text(names.network, network.name),
  ]
  const kind = read.mayMoveAssets ? 'permission' : 'message'
  const digest = read.digest.slice(2)
  return {
    proposal: {
      facts: {
        host: scope.host,
        asks: allows.length > 0 ? asks.permit : formatText(asks.type, { type: read.primaryType }),
        notices,
        changesTitle: messages.changes.mayTake,
        changes,
        rows,
        message: null,
        tree: read.tree,
        steps: [],
        raw: typeof data === 'string' ? data : JSON.stringify(data, null, 1),
        isDanger: notices.some(({ tone }) => tone === 'danger'),
      },
      kind,
      riskClass: riskClassOf[kind],
      choices: [
        {
          ...onlyChoiceFields,
          label: allows.length > 0 ? labels.permit : formatText(labels.type, { type: read.primaryType }),
          namespace: 'eip155',
          payloads: [digest],
        },
      ],
      blocked: null,
    },
    complete: async (_choice, sign) => ({ status: 'done', result: toHex(await sign(digest)) }),
  }
}

const takerOf = (action: ClaimedAction): string | undefined => {
  if (action.kind === 'allow') return action.spender
  return action.kind === 'transfer' ? action.to : undefined
}
