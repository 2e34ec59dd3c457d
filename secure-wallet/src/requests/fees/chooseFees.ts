import type { FeeLevel, GasFee } from './suggestFees.ts'

/** The fee fields that a host page may set. */
type RequestedFees = { gasPrice: bigint | null; cap: bigint | null; tip: bigint | null }

/**
 * If the host page sets a fee that fits the network, this fee is the only choice. Otherwise the visitor picks a fee.
 */
export const chooseFees = (
  suggested: { [Level in FeeLevel]: GasFee },
  { gasPrice, cap, tip }: RequestedFees,
): { id: FeeLevel | 'site'; fee: GasFee }[] => {
  if (gasPrice !== null) return [{ id: 'site', fee: { type: 'legacy', gasPrice } }]
  const { normal } = suggested
  if ((cap !== null || tip !== null) && normal.type === 'eip1559') {
    const maxFeePerGas = cap ?? normal.maxFeePerGas + (tip ?? 0n)
    const requestedTip = tip ?? normal.maxPriorityFeePerGas
    const maxPriorityFeePerGas = requestedTip < maxFeePerGas ? requestedTip : maxFeePerGas
    const expected = normal.expected < maxFeePerGas ? normal.expected : maxFeePerGas
    return [{ id: 'site', fee: { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas, expected } }]
  }
  return (['low', 'normal', 'fast'] as const).map((id) => ({ id, fee: suggested[id] }))
}
