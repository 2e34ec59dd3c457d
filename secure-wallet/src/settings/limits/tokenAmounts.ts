import type { SpendingLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { formatUnits } from 'viem'
import { shortAddress } from '../../ui/addressText.ts'

/** A token that a list of the operator names, with its network. */
export type LimitToken = {
  chainId: string
  network: string
  /** In lower case, as limits name it. */
  address: string
  symbol: string
  decimals: number
}

export const findToken = (
  tokens: readonly LimitToken[],
  { chainId, token }: Pick<SpendingLimit, 'chainId' | 'token'>,
): LimitToken | undefined => tokens.find((each) => each.chainId === chainId && each.address === token)

/** Writes an amount of smallest units, such as "50 DUSD". If no list names the token any more, writes its address. */
export const writeAmount = (
  tokens: readonly LimitToken[],
  units: string,
  token: Pick<SpendingLimit, 'chainId' | 'token'>,
): string => {
  const found = findToken(tokens, token)
  return found
    ? `${formatUnits(BigInt(units), found.decimals)} ${found.symbol}`
    : `${units} × ${shortAddress(token.token)}`
}

/** Reads a typed amount in smallest units. Null for anything but a positive number that the token can count. */
export const readAmount = (typed: string, { decimals }: LimitToken): string | null => {
  const [, whole = '', , fraction = ''] = /^(\d{1,60})([.,](\d{1,77}))?$/.exec(typed.trim()) ?? []
  if (whole === '' || fraction.length > decimals) return null
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > 0n && units < 2n ** 256n ? units.toString() : null
}
