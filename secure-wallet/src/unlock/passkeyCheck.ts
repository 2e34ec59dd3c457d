import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { Session } from '../session/session.ts'
import type { Bytes } from '../worker/contract.ts'
import type { ShareSetClient } from './shareSetClient.ts'
import { askPasskey, type CredentialsApi, type KnownPasskey, type PasskeyOutput } from './webauthn.ts'

type Options = {
  session: Session
  sets: Pick<ShareSetClient, 'ofType'>
  credentials: CredentialsApi | undefined
  rpId: string
}

/** The wallet's record of a passkey, with the PRF output that the passkey has just given. */
export type PresentedPasskey = { row: ShareSetRow; output: Bytes }

/** The passkeys among share sets, which a browser may be asked for. */
export const knownPasskeys = (rows: readonly ShareSetRow[]): KnownPasskey[] =>
  rows.flatMap(({ credentialId, signsIn = false }) => (credentialId ? [{ credentialId, signsIn }] : []))

/**
 * Verifies with a passkey that the owner is present. The browser draws its passkey dialog above anything that a
 * document draws.
 */
export const createPasskeyCheck = ({ session, sets, credentials, rpId }: Options) => {
  const passkeys = (): KnownPasskey[] => knownPasskeys(sets.ofType('passkey'))
  const ask = async (signal?: AbortSignal): Promise<PasskeyOutput> => {
    if (!credentials) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
    const walletId = session.facts()?.wallet?.walletId ?? ''
    return askPasskey(credentials, { rpId, walletId, passkeys: passkeys() }, signal)
  }
  return {
    /**
     * True if this browser supports passkeys and the wallet has at least one. Only `ask` can find out whether this
     * device has such a passkey.
     */
    isPossible: (): boolean => credentials !== undefined && passkeys().length > 0,
    ask: async (signal?: AbortSignal): Promise<void> => void (await ask(signal)),
    show: async (signal?: AbortSignal): Promise<PresentedPasskey> => {
      const { credentialId, output } = await ask(signal)
      const row = sets.ofType('passkey').find((set) => set.credentialId === credentialId)
      if (!row) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      return { row, output }
    },
  }
}

export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>
