import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SessionTypes } from '@walletconnect/types'
import { provideBuffer } from '../bufferPolyfill.ts'
import type { Proposal } from '../proposal.ts'
import type { SignClientInstance } from '../signClient.ts'
import { createSignedSessions, type WalletSignIn } from './signedSession.ts'

/** Fields of the message that the wallet signs while it connects. */
export type SignInRequest = { domain: string; uri: string; nonce: string }

type Approved = { session: SessionTypes.Struct; signedIn?: WalletSignIn[] }

/** Proposes a session and a sign-in with one QR code. A wallet that can't sign in accepts only the session. */
export const createSignInProposer = (client: SignClientInstance) => {
  const signed = createSignedSessions(client)
  return async (proposal: Proposal, request: SignInRequest) => {
    provideBuffer(globalThis)
    const { chains = [], methods = [] } = proposal.eip155 ?? {}
    const { uri, response } = await client.authenticate({ ...request, chains, methods: [...methods] })
    const approve = async (): Promise<Approved> => {
      let session: SessionTypes.Struct | null
      try {
        session = (await response()).session
      } catch (thrown) {
        // sign-client throws only the message, a string, when the wallet rejects.
        throw typeof thrown === 'string' ? toWalletError({ code: 5000, message: thrown }) : thrown
      }
      const answer = signed.take(/^wc:([\da-f]+)@/.exec(uri)?.[1] ?? '')
      const opened = answer ? await signed.open(answer) : session && { session }
      if (!opened) throw new AppError(siwxErrors.SIWX_NOTHING_GRANTED)
      return opened
    }
    const approval = approve()
    // `approval` can reject an hour after its caller gave up. This must not count as an unhandled rejection.
    approval.catch(() => {})
    return { uri, approval }
  }
}
