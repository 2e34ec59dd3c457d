import { AppError, walletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SignClient } from '@walletconnect/sign-client'
import type { SessionTypes } from '@walletconnect/types'
import { provideBuffer } from '../buffer.ts'
import type { Proposal } from '../proposal.ts'
import { createSignedSessions, type SignedIn } from './signedSession.ts'

/** What the wallet is to sign while it connects. */
export type SignInRequest = { domain: string; uri: string; nonce: string }

type Signer = Awaited<ReturnType<typeof SignClient.init>>
type Settled = { session: SessionTypes.Struct; signedIn?: SignedIn[] }

/** One code for both: a wallet that can signs in while it connects, and another one takes up the proposal. */
export const createOneClick = (client: Signer) => {
  const signed = createSignedSessions(client)
  return async (proposal: Proposal, request: SignInRequest) => {
    provideBuffer(globalThis)
    const { chains = [], methods = [] } = proposal.eip155 ?? {}
    const { uri, response } = await client.authenticate({ ...request, chains, methods: [...methods] })
    const settled = async (): Promise<Settled> => {
      let session: SessionTypes.Struct | null
      try {
        session = (await response()).session
      } catch (thrown) {
        // Of a wallet's no the client gives on the words alone.
        throw typeof thrown === 'string' ? walletError({ code: 5000, message: thrown }) : thrown
      }
      const answer = signed.take(/^wc:([\da-f]+)@/.exec(uri)?.[1] ?? '')
      const opened = answer ? await signed.open(answer) : session && { session }
      if (!opened) throw new AppError(siwxErrors.SIWX_NOTHING_GRANTED)
      return opened
    }
    const approval = settled()
    // Whoever waits hears of it; it goes on for an hour after nobody does.
    approval.catch(() => {})
    return { uri, approval }
  }
}
