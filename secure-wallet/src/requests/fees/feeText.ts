import { formatUnits } from 'viem'
import { formatNumber } from '../../approval/formatText.ts'

const shownDigits = 3

/** Writes a fee in the native coin, rounded up to three significant digits. */
export const feeText = (fee: bigint, { symbol, decimals }: { symbol: string; decimals: number }): string =>
  `${formatNumber(formatUnits(roundUp(fee), decimals))} ${symbol}`

const roundUp = (amount: bigint): bigint => {
  const unit = 10n ** BigInt(Math.max(0, amount.toString().length - shownDigits))
  return ((amount + unit - 1n) / unit) * unit
}
