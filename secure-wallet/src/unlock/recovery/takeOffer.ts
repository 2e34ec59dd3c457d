import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { ServerClient } from '../../session/serverClient.ts'
import { flowAskerSchema, parseAnswer } from '../../session/serverSchemas.ts'
import type { Session } from '../../session/session.ts'
import { startFlow } from '../../windows/flows/flow.ts'
import { answerFlow, type OpenedFlow, readFlow } from '../../windows/flows/flowPage.ts'
import {
  type OfferAnswer,
  type OfferRequest,
  offeredWalletSchema,
  offerRequestSchema,
} from '../../windows/flows/offer.ts'
import type { CustodyApi } from '../../worker/contract.ts'

const answerMs = 20_000

export type WalletOffer = { flow: OpenedFlow; request: OfferRequest }

export const readWalletOffer = async (server: ServerClient, fragment: URLSearchParams): Promise<WalletOffer> => {
  const flow = await readFlow(server, fragment, 'offer')
  return { flow, request: v.parse(offerRequestSchema, JSON.parse(flow.text)) }
}

type Options = {
  session: Session
  custody: CustodyApi
  /** The offer in this window's URL; null if the window was opened without one. */
  offer(): WalletOffer | null
}

/**
 * Takes the wallet from the secure frame that opened this window. The frame's session must belong to the same account,
 * and the vault key must open this account's wallet. Resolves with false after a failure; then the other recovery
 * methods remain.
 */
export const createOfferReceiver =
  ({ session, custody, offer }: Options) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const wallet = session.facts()?.wallet
    const { flow, request } = offer() ?? {}
    if (!flow || !wallet || request?.walletId !== wallet.walletId) return false
    try {
      parseAnswer(flowAskerSchema, await session.ask({ method: 'GET', path: `flows/${flow.flowId}/asker` }))
      const { flowId, key, answer } = await startFlow(session.ask, '{}', signal)
      const question: OfferAnswer = { publicKey: await custody.askForKey(), mailbox: { flowId, key } }
      await answerFlow(session.ask, flow, question)
      const text = await answer(AbortSignal.any([signal, AbortSignal.timeout(answerMs)]))
      const { handover } = v.parse(offeredWalletSchema, JSON.parse(text))
      await custody.takeKey(wallet, wallet.vault, flow.flowId, handover)
      return true
    } catch (thrown) {
      if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED, { cause: thrown })
      return false
    }
  }
