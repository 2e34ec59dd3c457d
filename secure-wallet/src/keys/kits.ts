import type { WalletRecord } from 'loader/protocol/walletApi.ts'
import type { Session } from '../session/session.ts'
import type { Custody, FactorSet } from './custody.ts'
import type { Factor } from './factor.ts'
import type { KitFile } from './kit.ts'

type Options = {
  ask: Session['ask']
  custody: Custody
  wallet(): WalletRecord
  confirm(setId: string): Promise<WalletRecord>
}

/** The way to a wallet that is its visitor's alone: a file and seven words, of which the server knows that they exist. */
export const createKits = ({ ask, custody, wallet, confirm }: Options) => ({
  /** Counts once the visitor has saved it. */
  makeKit: async (): Promise<{ file: KitFile; phrase: string }> => {
    const setId = crypto.randomUUID()
    const { phrase, wrapped, cost } = await custody.kit(setId)
    const { walletId, epoch, accounts, vault } = wallet()
    const name = { walletId, epoch, accounts }
    return { file: { format: 'appkit-recovery-kit', version: 1, wallet: name, vault, setId, wrapped, cost }, phrase }
  },
  confirmKit: async ({ setId, wrapped, cost }: KitFile, phrase: string): Promise<void> => {
    const factor: Factor = { kind: 'phrase', phrase, cost }
    await custody.check({ set: { setId, type: 'kit' }, factor, serverShare: null }, wrapped)
    await ask({ method: 'POST', path: 'sets', body: { setId, type: 'kit', label: 'Recovery kit' } })
    await confirm(setId)
  },
  unlockWithKit: (file: KitFile, phrase: string): Promise<void> => {
    const { walletId, epoch, accounts, vault } = wallet()
    const { setId, wrapped, cost: asked } = file
    const way: FactorSet = {
      set: { setId, type: 'kit' },
      factor: { kind: 'phrase', phrase, cost: asked },
      serverShare: null,
    }
    // The server's own names and vault: a kit of another wallet opens nothing here.
    return custody.unlock({ walletId, epoch, accounts }, vault, way, wrapped)
  },
})
