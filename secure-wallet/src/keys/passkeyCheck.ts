import { AppError } from 'loader/protocol/errors.ts'
import type { Session } from '../session/session.ts'
import type { FactorSets } from './factorSets.ts'
import { askPasskey, type Credentials } from './passkey.ts'

type Options = {
  session: Session
  sets: FactorSets
  credentials: Credentials | undefined
  rpId: string
}

/** Whether it is the visitor who sits here: the browser asks by itself, over whatever a page draws. */
export const createPasskeyCheck = ({ session, sets, credentials, rpId }: Options) => {
  const credentialIds = (): string[] => sets.ofType('passkey').flatMap(({ credentialId }) => credentialId ?? [])
  return {
    /** This browser knows passkeys, and this wallet has one; whether it is at hand only asking tells. */
    isPossible: (): boolean => credentials !== undefined && credentialIds().length > 0,
    ask: async (): Promise<void> => {
      if (!credentials) throw new AppError('KEY_NOT_UNLOCKED')
      const walletId = session.facts()?.wallet?.walletId ?? ''
      await askPasskey(credentials, { rpId, walletId, credentialIds: credentialIds() })
    },
  }
}

export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>
