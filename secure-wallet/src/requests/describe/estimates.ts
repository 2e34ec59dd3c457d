import { isAddressEqual } from 'viem'
import { formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ClaimedAction } from '../decode/action.ts'
import { assetKeyOf, type BalanceChange } from '../simulate/effects.ts'
import type { AssetTexts } from './tokens.ts'
import type { DescribedRequest } from './warnings.ts'

const digits = 6

/** Rounds an estimate down to its first six digits. Keeps all digits before the decimal point. */
export const roundEstimate = (amount: bigint, decimals: number): bigint => {
  const cut = 10n ** BigInt(Math.max(0, Math.min(decimals, String(amount).length - digits)))
  return amount - (amount % cut)
}

/** Says that an amount is an estimate. */
export const aboutText = (amount: string): string => formatText(messages.amounts.about, { amount })

/** Actions that say themselves what arrives. The result of any other call depends on the state of its contract. */
const exactKinds = new Set<ClaimedAction['kind']>(['transfer', 'allow', 'revoke'])

/** Writes what the account gets, as an estimate unless the calls state it, and the least amount that they ask for. */
export const incomingTexts = (
  { asset, amount }: BalanceChange,
  { account, actions }: Pick<DescribedRequest, 'account' | 'actions'>,
  texts: AssetTexts,
): { amount: string; note: string } => {
  const write = (size: bigint): string => texts.amount(asset, size)
  const exact = { amount: `+${write(amount)}`, note: '' }
  const isDivisible = asset.kind === 'native' || asset.kind === 'erc20'
  const least = leastOf(asset, { account, actions })
  if (!isDivisible || actions.every(({ kind }) => exactKinds.has(kind)) || least === amount) return exact
  const rounded = (size: bigint): string => write(roundEstimate(size, texts.decimals(asset)))
  // A contract that gives less than the stated minimum ignores it, so the card does not repeat it.
  const isStated = least !== null && least > 0n && least < amount
  return {
    amount: aboutText(`+${rounded(amount)}`),
    note: isStated ? formatText(messages.amounts.atLeast, { amount: rounded(least) }) : '',
  }
}

/** The least amount that the only call of a request asks for. Another call could take it away again. */
const leastOf = (
  asset: BalanceChange['asset'],
  { account, actions }: Pick<DescribedRequest, 'account' | 'actions'>,
): bigint | null => {
  const [call, ...others] = actions.filter(({ kind }) => kind !== 'allow' && kind !== 'revoke')
  if (call?.kind !== 'call' || !call.minimum || others.length > 0) return null
  const { minimum } = call
  const isSame = isAddressEqual(minimum.to, account) && assetKeyOf(minimum.asset) === assetKeyOf(asset)
  return isSame ? minimum.amount : null
}
