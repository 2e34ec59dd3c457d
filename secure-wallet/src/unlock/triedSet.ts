import type { CreateShareSetRequest, RenewedShareSet } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { randomBytes, toText } from '../worker/bytes.ts'
import type { Custody } from '../worker/custody.ts'
import type { Factor } from '../worker/factor.ts'
import type { FactorSet } from '../worker/setKeys.ts'
import type { WhichKey } from '../worker/stagedKey.ts'

export type TriedSet = Extract<RenewedShareSet, { wrapped: unknown }>
type Named = Omit<CreateShareSetRequest, 'type'> & Pick<TriedSet, 'type'>
type Options = { custody: Pick<Custody, 'wrap' | 'check'>; which?: WhichKey }

const shareSize = 32

/** A set whose share is of this side's making, which has the vault key at hand anyway. Unwrapped before the server knows of it. */
export const makeTried = async (
  { custody, which = 'open' }: Options,
  named: Named,
  factor: Factor,
  /** Told of what only it gives back. */
  enrol?: () => Promise<unknown>,
): Promise<TriedSet> => {
  const { setId, type } = named
  const serverShare = toText(randomBytes(shareSize))
  const way: FactorSet = { set: { setId, type }, factor, serverShare }
  const wrapped = await custody.wrap(way, which)
  await enrol?.()
  await custody.check(way, wrapped, which)
  return { ...named, serverShare, wrapped }
}
