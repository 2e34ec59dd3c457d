import type { Sealed, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { Custody } from '../worker/custody.ts'
import type { Factor } from '../worker/factor.ts'
import type { KitFile } from '../worker/kit.ts'
import type { FactorSet } from '../worker/setKeys.ts'
import type { WhichKey } from '../worker/stagedKey.ts'
import type { WalletName } from '../worker/vault.ts'

type Options = {
  ask: Session['ask']
  custody: Custody
  wallet(): WalletRecord
  confirm(setId: string): Promise<WalletRecord>
}

export type MadeKit = { file: KitFile; phrase: string }
export const kitLabel = 'Recovery kit'

export const makeKitFile = async (
  custody: Pick<Custody, 'kit'>,
  wallet: WalletName,
  vault: Sealed,
  which: WhichKey = 'open',
): Promise<MadeKit> => {
  const setId = crypto.randomUUID()
  const { phrase, wrapped, cost } = await custody.kit(setId, which)
  return { file: { format: 'appkit-recovery-kit', version: 1, wallet, vault, setId, wrapped, cost }, phrase }
}
/** That file and words fit. */
export const checkKit = (
  custody: Pick<Custody, 'check'>,
  { setId, wrapped, cost }: KitFile,
  phrase: string,
  which: WhichKey = 'open',
): Promise<void> => {
  const factor: Factor = { kind: 'phrase', phrase, cost }
  return custody.check({ set: { setId, type: 'kit' }, factor, serverShare: null }, wrapped, which)
}

/** The way to a wallet that is its visitor's alone: a file and seven words, of which the server knows that they exist. */
export const createKits = ({ ask, custody, wallet, confirm }: Options) => ({
  /** Counts once the visitor has saved it. */
  makeKit: (): Promise<MadeKit> => {
    const { walletId, epoch, accounts, vault } = wallet()
    return makeKitFile(custody, { walletId, epoch, accounts }, vault)
  },
  confirmKit: async (file: KitFile, phrase: string): Promise<void> => {
    const { setId } = file
    await checkKit(custody, file, phrase)
    await ask({ method: 'POST', path: 'sets', body: { setId, type: 'kit', label: kitLabel } })
    await confirm(setId)
  },
  unlockWithKit: async (file: KitFile, phrase: string): Promise<void> => {
    const { walletId, epoch, accounts, vault } = wallet()
    const { setId, wrapped, cost: asked } = file
    // Saved before the wallet got a new key; its words may well be right.
    if (file.wallet.walletId === walletId && file.wallet.epoch < epoch)
      throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
    const way: FactorSet = {
      set: { setId, type: 'kit' },
      factor: { kind: 'phrase', phrase, cost: asked },
      serverShare: null,
    }
    // The server's own names and vault: a kit of another wallet opens nothing here.
    return custody.unlock({ walletId, epoch, accounts }, vault, way, wrapped)
  },
})
