import {
  type DeviceProof,
  type GuardianEnvelope,
  ownerProofText,
  type RenewedShareSet,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { guardianEnvelopeSchema, parseAnswer } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { Store } from '../session/store.ts'
import type { CustodyApi, GuardianReply, UnsealedGuardianRequest, VaultKeyStage } from '../worker/contract.ts'
import type { BrowserUnlockMethod } from './device.ts'
import { createRecognitionKey } from './guardianDevice.ts'
import { createGuardianWays } from './guardianWays.ts'
import { makeTestedShareSet, type ShareSetClient } from './shareSetClient.ts'

type Parts = {
  client: ShareSetClient
  session: Pick<Session, 'ask' | 'facts'>
  custody: CustodyApi
  store: Store
  scope: string
  deviceType: BrowserUnlockMethod
  guardianKey: string | undefined
  locale(): string
  hasNoStorage(): boolean
}

/** The guardian sends a mail, or waits for the owner's press, before it answers. */
const answerMs = 25_000
const newSet = { type: 'guardian', label: 'Recovery service' } as const
const source = { kind: 'guardian' } as const

/** Unlock method: the guardian keeps the client share and releases it after the owner's press behind a mailed link, and a delay. */
export const createGuardianMethod = (parts: Parts) => {
  const { client, session, custody, deviceType, guardianKey, locale, hasNoStorage } = parts
  const device = createRecognitionKey(parts.store, parts.scope)
  const isWindow = deviceType === 'vault'

  const ask = async (question: UnsealedGuardianRequest, which?: VaultKeyStage): Promise<GuardianReply> => {
    if (guardianKey === undefined) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
    const { ticket, envelope } = await custody.askGuardian(guardianKey, await withProof(device, question), which)
    const answer = await session.ask({
      method: 'POST',
      path: `guardian/${question.kind}`,
      body: envelope,
      timeoutMs: answerMs,
    })
    return custody.readGuardian(ticket, parseAnswer(guardianEnvelopeSchema, answer))
  }
  const ways = createGuardianWays({ ...parts, hasGuardian: guardianKey !== undefined, ask })
  const enrol = async (setId: string, which?: VaultKeyStage): Promise<void> => {
    const { walletId } = client.wallet()
    const email = session.facts()?.email ?? ''
    await ask({ kind: 'enrol', walletId, setId, email, locale: locale(), ways: ways.listed() }, which)
  }

  return {
    ask,
    ways,
    /**
     * Seals a request to the guardian that the wallet or the server sends later, without reading the answer. Null if
     * the operator runs no guardian.
     */
    sealForLater: async (question: UnsealedGuardianRequest, which?: VaultKeyStage): Promise<GuardianEnvelope | null> =>
      guardianKey === undefined
        ? null
        : (await custody.askGuardian(guardianKey, await withProof(device, question), which)).envelope,

    add: async (): Promise<void> => void (await client.confirm(await client.create(newSet, source, enrol))),
    unlock: (setId: string): Promise<void> => client.unlock(setId, 'guardian', source),
    stage: (setId: string): Promise<RenewedShareSet> =>
      makeTestedShareSet({ custody, which: 'staged', newSet, source, setId, enrol: () => enrol(setId, 'staged') }),

    /**
     * Registers this browser, so that it may change ways within a day after a recovery by mail. The guardian skips the
     * delay for wallet windows only, because a site's frame is no place to return to.
     */
    recogniseBrowser: async (): Promise<void> => {
      const [set] = client.ofType('guardian').toSorted((a, b) => b.createdAt - a.createdAt)
      const { walletId } = client.wallet()
      if (hasNoStorage() || !set || (await device.isKnown(walletId, set.setId))) return
      const { setId } = set
      await device.register(walletId, setId, (deviceKey) =>
        ask({ kind: 'recognise', walletId, setId, deviceKey, ...(!isWindow && { skipsDelay: false }) }),
      )
    },
    /** Returns the proof that skips the delay of a recovery. Null in a frame. */
    proveBrowser: async (...recovery: Parameters<typeof device.prove>): Promise<DeviceProof | null> =>
      isWindow ? device.prove(...recovery) : null,
    /** Deletes the key by which the guardian recognises this browser. An unlocked wallet may register a new key. */
    forgetBrowser: device.forget,
  }
}

/**
 * Adds the signature of this browser to a change, if the guardian recognises this browser. The guardian asks for it within
 * a day after a recovery by mail alone.
 */
const withProof = async (
  { proveChange }: Pick<ReturnType<typeof createRecognitionKey>, 'proveChange'>,
  question: UnsealedGuardianRequest,
): Promise<UnsealedGuardianRequest> => {
  if (question.kind !== 'forget' && question.kind !== 'ways') return question
  const proof = await proveChange(
    question.walletId,
    ownerProofText(question.kind, question.walletId, detailOf(question)),
  )
  return proof ? { ...question, device: proof } : question
}

const detailOf = (question: Extract<UnsealedGuardianRequest, { kind: 'forget' | 'ways' }>): string => {
  if (question.kind === 'forget') return question.setId ?? ''
  return question.change ? `${question.change.version}|${question.change.ways.join(' ')}` : ''
}
