import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { atom } from 'jotai/vanilla'
import { adapters } from '../../core/chains/index.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { hostOriginAtom } from '../../core/state/storage.ts'
import { createSiwxApi } from './api.ts'
import type { SignInSubject } from './signInAtoms.ts'
import { callPageAtom, readSiteFunctionsAtom } from './site.ts'

/** A signed message. `cacao` is present if the wallet signed while it connected. */
export type SignedMessage = { data: SiwxMessage; message: string; signature: string; cacao?: object }

export const siwxApiAtom = atom((get) =>
  createSiwxApi({ projectId: get(bootstrapAtom).projectId, hostOrigin: get(hostOriginAtom) }),
)

/**
 * Verifies a signature and returns its session. The site verifies the signature if it has a function for that,
 * otherwise the server does.
 */
export const verifySignatureAtom = atom(
  null,
  async (
    get,
    set,
    caipAddress: string,
    signed: SignedMessage,
  ): Promise<{ session: SignInSession; isStored: boolean }> => {
    const { data, message, signature } = signed
    const site = await set(readSiteFunctionsAtom)
    if (!site.verifies) {
      const session = await get(siwxApiAtom).authenticate({ message, signature, caipAddress, data })
      if (session.caipAddress !== caipAddress) throw new AppError(siwxErrors.SIWX_SESSION_INVALID)
      return { session: { ...session, data, message, signature }, isStored: !site.inMemory }
    }
    // The site accepts a signature only with the answer `true`.
    if (site.has('verifyMessage') && (await set(callPageAtom, 'verifyMessage', signed)) !== true)
      throw new AppError(siwxErrors.SIWX_SIGNATURE_INVALID)
    if (site.has('addSession')) await set(callPageAtom, 'addSession', signed)
    const expiresAt = parseSiwxTime(data.expirationTime ?? '')
    const session = { caipAddress, data, message, signature, ...(expiresAt !== undefined && { expiresAt }) }
    return { session, isStored: !site.inMemory && !site.storesSessions }
  },
)

/**
 * The address of the account that signs in, in the spelling of its network. A wallet may report a hex address in lower
 * case.
 */
export const subjectAddress = async ({ account, network }: SignInSubject): Promise<string> =>
  (await adapters[account.namespace]()).displayAddress(account.address, network)
export const subjectCaipAddress = async (subject: SignInSubject): Promise<string> =>
  `${subject.network.caipNetworkId}:${await subjectAddress(subject)}`
