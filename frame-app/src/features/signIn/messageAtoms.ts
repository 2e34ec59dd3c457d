import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { atom } from 'jotai/vanilla'
import { hostOriginAtom } from '../../core/state/storage.ts'
import { type SignInSubject, signInSubjectAtom } from './signInAtoms.ts'
import { callPageAtom, readSiteFunctionsAtom, type SiteFunctions } from './site.ts'
import { readSiteMessage } from './siteMessage.ts'
import { readSiteNonce } from './siteSession.ts'
import { siwxApiAtom, subjectAddress } from './siwxAccept.ts'
import { writeSiwxMessage } from './siwxMessage.ts'

/**
 * How long a prepared message may wait. The server accepts a nonce for five minutes, and the visitor needs time to
 * answer in the wallet.
 */
const messageMs = 120_000

type PreparedMessage = { key: string; data: SiwxMessage; text: string; at: number }

const preparedSourceAtom = atom<PreparedMessage | null>(null)
const statementAtom = atom<string | undefined>(undefined)

/** Sets the site's statement for the next message. */
export const setStatementAtom = atom(null, (_get, set, statement: string | undefined) => {
  set(statementAtom, statement)
  set(preparedSourceAtom, null)
})
export const dropPreparedMessageAtom = atom(null, (_get, set) => set(preparedSourceAtom, null))

/** The prepared message that the wallet signs next; null until it is ready. */
export const preparedMessageAtom = atom((get) => {
  const prepared = get(preparedSourceAtom)
  return prepared?.key === get(signInSubjectAtom)?.key ? prepared : null
})

/** Prepares the message: writes it, or calls the page to write it. A fresh message is reused. */
export const prepareSignInAtom = atom(null, async (get, set): Promise<PreparedMessage> => {
  const subject = get(signInSubjectAtom)
  if (!subject) throw new AppError(commonErrors.UNAUTHORIZED)
  const prepared = get(preparedMessageAtom)
  if (prepared && performance.now() - prepared.at < messageMs) return prepared
  const site = await set(readSiteFunctionsAtom)
  const address = await subjectAddress(subject)
  const message = await (site.has('createMessage')
    ? set(writeAtSiteAtom, site, subject, address)
    : set(writeHereAtom, site, subject, address))
  const fresh = { key: subject.key, ...message, at: performance.now() }
  set(preparedSourceAtom, fresh)
  return fresh
})

type Proof = { nonce: string; issuedAt: string }

const proofAtom = atom(
  null,
  async (get, set, site: SiteFunctions, subject: SignInSubject, address: string): Promise<Proof> => {
    // If the server verifies the signature, it accepts only its own nonces.
    if (!site.verifies || !site.has('getNonce')) return get(siwxApiAtom).nonce()
    const account = { chainId: subject.network.caipNetworkId, accountAddress: address }
    return { nonce: readSiteNonce(await set(callPageAtom, 'getNonce', account)), issuedAt: new Date().toISOString() }
  },
)

const writeHereAtom = atom(null, async (get, set, site: SiteFunctions, subject: SignInSubject, address: string) => {
  const statement = get(statementAtom)
  const proof = await set(proofAtom, site, subject, address)
  return writeSiwxMessage({ hostOrigin: get(hostOriginAtom), network: subject.network, address, statement, ...proof })
})

const writeAtSiteAtom = atom(null, async (get, set, site: SiteFunctions, subject: SignInSubject, address: string) => {
  const hostOrigin = get(hostOriginAtom)
  const { network } = subject
  const statement = get(statementAtom)
  // A site that verifies signatures itself without `getNonce` writes its own nonce into the message.
  const isNonceOfSite = site.verifies && !site.has('getNonce')
  const proof = isNonceOfSite ? { issuedAt: new Date().toISOString() } : await set(proofAtom, site, subject, address)
  const fields = {
    chainId: network.caipNetworkId,
    accountAddress: address,
    domain: new URL(hostOrigin).host,
    uri: hostOrigin,
    version: '1',
    ...(statement !== undefined && { statement }),
    ...proof,
  }
  const text = String(await set(callPageAtom, 'createMessage', fields))
  const nonce = 'nonce' in proof ? proof.nonce : undefined
  return { data: readSiteMessage(text, { hostOrigin, network, address, nonce }), text }
})
