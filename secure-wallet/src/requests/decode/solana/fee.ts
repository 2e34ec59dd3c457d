import { decodeInstruction } from './instructions.ts'
import type { SolanaMessage } from './transaction.ts'

/** The base fee for each signature of a transaction, in lamports. */
const signatureLamports = 5_000n
/** The compute units that a transaction may use if it sets no limit: so many for each instruction, up to the maximum. */
const unitsOfInstruction = 200_000n
const mostUnits = 1_400_000n
const microLamports = 1_000_000n

/** The most that the network takes for a transaction: its signatures, and its price for compute units. */
export const solanaFee = ({ signerCount, instructions }: SolanaMessage): bigint => {
  const decoded = instructions.map((instruction) => decodeInstruction(instruction, []))
  const set = decoded.flatMap((action) => (action.kind === 'fee' ? [action] : []))
  const price = set.findLast(({ unitPrice }) => unitPrice !== null)?.unitPrice ?? 0n
  const limit = set.findLast(({ unitLimit }) => unitLimit !== null)?.unitLimit
  const usual = BigInt(instructions.length - set.length) * unitsOfInstruction
  const units = limit === undefined || limit === null ? usual : BigInt(limit)
  const priority = (price * (units < mostUnits ? units : mostUnits) + microLamports - 1n) / microLamports
  return signatureLamports * BigInt(signerCount) + priority
}
