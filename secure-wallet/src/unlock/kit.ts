import type { RenewedShareSet, SealedText, WalletRecord } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { CustodyApi, ShareSet, VaultKeyStage, WalletName } from '../worker/contract.ts'
import type { KitFile } from './kitFile.ts'
import type { ShareSetClient } from './shareSetClient.ts'

type Parts = {
  client: ShareSetClient
  custody: CustodyApi
  session: Pick<Session, 'ask'>
  activate(setId: string): Promise<void>
}

export type NewKitFile = { file: KitFile; phrase: string }
const label = 'Backup'

/** Unlock method: the backup, a file and seven words. The server knows only that the kit exists. */
export const createKitMethod = ({ client, custody, session, activate }: Parts) => {
  const make = async (wallet: WalletName, vault: SealedText, which: VaultKeyStage): Promise<NewKitFile> => {
    const setId = crypto.randomUUID()
    const { phrase, wrapped, cost } = await custody.kit(setId, which)
    return { file: { format: 'appkit-recovery-kit', version: 1, wallet, vault, setId, wrapped, cost }, phrase }
  }
  /** Checks that the words open the kit file, and rejects if they do not. */
  const check = (file: KitFile, phrase: string, which: VaultKeyStage): Promise<void> =>
    custody.check(shareSetOf(file, phrase), file.wrapped, which)

  return {
    /**
     * Makes the file and words of a backup. The kit becomes an unlock method only by `add`, once the visitor has
     * saved both.
     */
    make: (): Promise<NewKitFile> => {
      const record = client.wallet()
      return make(walletName(record), record.vault, 'current')
    },
    add: async ({ file, phrase }: NewKitFile): Promise<void> => {
      const { setId } = file
      await check(file, phrase, 'current')
      await session.ask({ method: 'POST', path: 'sets', body: { setId, type: 'kit', label } })
      await activate(setId)
    },
    unlock: async (file: KitFile, phrase: string): Promise<void> => {
      const record = client.wallet()
      const { walletId, epoch, vault } = record
      // The backup is older than the vault key, so it opens nothing. Its words may be right, so do not report
      // wrong words.
      if (file.wallet.walletId === walletId && file.wallet.epoch < epoch)
        throw new AppError(walletErrors.KEY_SET_NOT_FOUND)
      // Use the wallet record of the server instead of the one in the kit file, so that the kit of another wallet does
      // not open here.
      return custody.unlock(walletName(record), vault, shareSetOf(file, phrase), file.wrapped)
    },
    makeStaged: (wallet: WalletName, vault: SealedText): Promise<NewKitFile> => make(wallet, vault, 'staged'),
    stage: async ({ file, phrase }: NewKitFile): Promise<RenewedShareSet> => {
      await check(file, phrase, 'staged')
      return { setId: file.setId, type: 'kit', label }
    },
  }
}

const walletName = ({ walletId, epoch, accounts }: WalletRecord): WalletName => ({ walletId, epoch, accounts })

const shareSetOf = ({ setId, cost }: KitFile, phrase: string): ShareSet => ({
  name: { setId, type: 'kit' },
  source: { kind: 'phrase', phrase, cost },
  serverShare: null,
})
