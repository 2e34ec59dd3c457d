import { AppError } from 'loader/protocol/errors.ts'
import type { Custody } from '../keys/custody.ts'
import type { FactorSets } from '../keys/factorSets.ts'
import { askPasskey } from '../keys/passkey.ts'
import type { Session } from '../session/session.ts'

const freshMs = 300_000

type Options = {
  session: Session
  sets: FactorSets
  custody: Custody
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  rpId: string
  credentials: CredentialsContainer | undefined
  showWords(words: string, signal: AbortSignal): Promise<void>
}

/** The seed leaves the worker only here: after a code of the last minutes, and after a passkey where there is one. */
export const createExport = (options: Options) => {
  const { session, sets, custody, fresh, unlock, rpId, credentials, showWords } = options

  const requireFresh = async (): Promise<void> => {
    if (Date.now() - (session.facts()?.authTime ?? 0) > freshMs) throw new AppError('FRESH_LOGIN_REQUIRED')
  }
  const requirePasskey = async (): Promise<void> => {
    const credentialIds = sets.ofType('passkey').flatMap(({ credentialId }) => credentialId ?? [])
    if (!credentials || credentialIds.length === 0) return
    await askPasskey(credentials, { rpId, walletId: session.facts()?.wallet?.walletId ?? '', credentialIds })
  }
  return async (signal: AbortSignal): Promise<void> => {
    await fresh(requireFresh, signal)
    await requirePasskey()
    await unlock()
    await showWords(await custody.words(), signal)
  }
}
