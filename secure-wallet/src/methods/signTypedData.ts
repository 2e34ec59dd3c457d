import { AppError } from 'loader/protocol/errors.ts'
import * as v from 'valibot'
import { toHex } from 'viem'
import type { Prepared } from '../approval/approvals.ts'
import type { Action } from '../decode/action.ts'
import { readTypedData, type TypedMessage } from '../decode/typedData.ts'
import { sayTime } from '../describe/calls.ts'
import { findLookAlike, isSame } from '../describe/recipients.ts'
import { readTokens, shorten, symbolOf, writeAmount } from '../describe/tokens.ts'
import { defineEvmMethod } from './method.ts'
import { plainChoice } from './personalSign.ts'
import { evmAddress, ownEvm, type RpcPlace } from './scope.ts'

const params = v.tuple([evmAddress, v.union([v.string(), v.record(v.string(), v.unknown())])])

export const signTypedData = defineEvmMethod(params, ([address, data], place) => {
  const { scope, network } = place
  const account = ownEvm(scope, address)
  const read = readTypedData(data)
  // A signature for another chain than the page is on is for somebody who has not been seen.
  if (read.domain.chainId !== null && read.domain.chainId !== BigInt(network.id)) throw new AppError('INVALID_PARAMS')
  return scope.approvals.ask(() => prepare(place, account, read, data))
})

const prepare = async (place: RpcPlace, account: string, read: TypedMessage, data: unknown): Promise<Prepared> => {
  const { scope, network, chainId } = place
  const named = read.actions.flatMap((action) =>
    'asset' in action && 'token' in action.asset ? [action.asset.token] : [],
  )
  const tokens = await readTokens(scope.node, chainId, named)
  const recipients = await scope.recipients.all()
  const native = network.nativeCurrency
  const allows = read.actions.filter((action) => action.kind !== 'revoke')
  const notices = []
  if (allows.length > 0)
    notices.push({
      tone: 'danger' as const,
      title: 'This signature is a payment order',
      text: 'It costs no fee, but lets the spender take the tokens later without asking again.',
    })
  else if (read.mayMoveAssets)
    notices.push({
      tone: 'danger' as const,
      title: 'This may move what you own',
      text: 'It is of no form that this wallet knows, and has words that stand for assets or rights.',
    })
  for (const action of allows)
    if (action.kind === 'allow' && action.isUnlimited)
      notices.push({
        tone: 'danger' as const,
        title: 'No limit on what it may take',
        text: `Of ${symbolOf(action.asset, tokens, native)}, now and in the future.`,
      })
  for (const { symbol } of tokens.values())
    if (symbol.confusable) notices.push({ tone: 'warn' as const, title: 'A confusable name', text: symbol.text })
  for (const action of allows) {
    const taker = takerOf(action)
    const twin = taker && findLookAlike(taker, recipients)
    if (twin)
      notices.push({ tone: 'danger' as const, title: 'A look-alike address', text: `It is not ${shorten(twin)}.` })
  }
  const changes = allows.map((action) => {
    const asset = 'asset' in action ? action.asset : ({ kind: 'native' } as const)
    const amount = 'amount' in action ? action.amount : 0n
    const isUnlimited = action.kind === 'allow' && action.isUnlimited
    return {
      direction: 'risk' as const,
      name: symbolOf(asset, tokens, native),
      amount: isUnlimited || amount === null ? 'Unlimited' : `up to ${writeAmount(asset, amount, tokens, native)}`,
      note: '',
    }
  })
  const address = (label: string, value: string) => ({ label, value, isAddress: true })
  const text = (label: string, value: string) => ({ label, value, isAddress: false })
  const rows = [
    ...allows.flatMap((action) => {
      const taker = takerOf(action)
      const isSomebody = taker !== undefined && !isSame(taker, `0x${'0'.repeat(40)}`)
      return [
        ...(isSomebody ? [address('Spender', taker)] : []),
        ...('asset' in action && 'token' in action.asset ? [address('Token', action.asset.token)] : []),
        ...(action.kind === 'allow' && action.until !== null ? [text('Works until', sayTime(action.until))] : []),
      ]
    }),
    ...(read.domain.name === '' ? [] : [text('For', read.domain.name)]),
    ...(read.domain.verifyingContract ? [address('Contract', read.domain.verifyingContract)] : []),
    address('Account', account),
    text('Network', network.name),
  ]
  const digest = read.digest.slice(2)
  return {
    proposal: {
      facts: {
        host: scope.host,
        asks: allows.length > 0 ? 'sign a permit' : `sign ${read.primaryType}`,
        notices,
        changesTitle: 'It may take',
        changes,
        rows,
        message: null,
        tree: read.tree,
        steps: [],
        raw: typeof data === 'string' ? data : JSON.stringify(data, null, 1),
        isDanger: notices.some(({ tone }) => tone === 'danger'),
      },
      riskClass: read.mayMoveAssets ? 2 : 1,
      choices: [
        {
          ...plainChoice,
          label: allows.length > 0 ? 'Sign permit anyway' : `Sign ${read.primaryType}`,
          namespace: 'eip155',
          digests: [digest],
        },
      ],
      blocked: null,
    },
    complete: async (_choice, sign) => ({ status: 'done', result: toHex(await sign(digest)) }),
  }
}

const takerOf = (action: Action): string | undefined => {
  if (action.kind === 'allow') return action.spender
  return action.kind === 'transfer' ? action.to : undefined
}
