import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { Bytes } from '../worker/bytes.ts'
import type { FactorSets } from './factorSets.ts'
import { askPasskey, type Credentials, type PasskeyOutput } from './passkey.ts'

type Options = {
  session: Session
  sets: FactorSets
  credentials: Credentials | undefined
  rpId: string
}

/** Whether it is the visitor who sits here: the browser asks by itself, over whatever a page draws. */
export const createPasskeyCheck = ({ session, sets, credentials, rpId }: Options) => {
  const credentialIds = (): string[] => sets.ofType('passkey').flatMap(({ credentialId }) => credentialId ?? [])
  const ask = async (signal?: AbortSignal): Promise<PasskeyOutput> => {
    if (!credentials) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    const walletId = session.facts()?.wallet?.walletId ?? ''
    return askPasskey(credentials, { rpId, walletId, credentialIds: credentialIds() }, signal)
  }
  return {
    /** This browser knows passkeys, and this wallet has one; whether it is at hand only asking tells. */
    isPossible: (): boolean => credentials !== undefined && credentialIds().length > 0,
    ask: async (signal?: AbortSignal): Promise<void> => void (await ask(signal)),
    /** With what it gives, for a set of its own. */
    show: async (signal?: AbortSignal): Promise<Shown> => {
      const { credentialId, output } = await ask(signal)
      const row = sets.ofType('passkey').find((set) => set.credentialId === credentialId)
      if (!row) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return { row, output }
    },
  }
}

/** A passkey of the wallet, as the visitor has just shown it. */
export type Shown = { row: ShareSetRow; output: Bytes }
export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>
