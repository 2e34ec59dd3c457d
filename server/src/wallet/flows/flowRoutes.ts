import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { countAgainstLimits } from '../api/countLimits.ts'
import { createLongPolls } from '../api/longPolls.ts'
import { parseRequestValue, type WalletParts, type WalletRequest, type WalletRoute } from '../api/walletRoute.ts'
import { clientNetworkMac } from '../login/loginRateLimits.ts'
import {
  answerFlow,
  type FlowOwner,
  readFlowAnswer,
  readFlowAsker,
  readFlowRequest,
  replaceFlowRequest,
  startFlow,
} from './flows.ts'

/** Another server process may receive the answer, so the long poll reads the database this often. */
const pollIntervalMs = 1_000
/** The largest request of a flow is a bundle of calls with their simulation. */
const maxBytes = 768 * 1024

/** A flow id has at least 128 bits: 22 characters in base64url, or a UUID. */
const flowId = v.pipe(v.string(), v.regex(/^[\w-]{22,64}$/))
const iv = v.pipe(v.string(), v.regex(/^[\w-]{16}$/))
const sealed = v.strictObject({
  iv,
  data: v.pipe(v.string(), v.regex(/^[\w-]+$/), v.minLength(22)),
})
const openBody = v.strictObject({ flowId, request: sealed })
/** Anyone can start a flow without a session, so it holds little, and a network starts few. */
const openBodyInLogin = v.strictObject({
  flowId,
  request: v.strictObject({ ...sealed.entries, data: v.pipe(sealed.entries.data, v.maxLength(2_048)) }),
})
const limitInLogin = { windowMs: 60 * 60_000, most: 60 }
const requestBody = v.strictObject({ request: sealed })
const resultBody = v.strictObject({ result: sealed, requestIv: v.optional(iv) })

/**
 * Routes by which a frame starts a flow, and a wallet window reads and answers the flow without access to its opener.
 * The window has no session, so the unguessable flow id is its only credential.
 */
export const flowRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, clock, ending } = parts
  const longPolls = createLongPolls()
  const idOf = ({ context }: WalletRequest): string => parseRequestValue(flowId, context.req.param('id'))
  /** During a login there is no session yet, and the client key alone owns a flow. */
  const ownerOf = async (context: WalletRequest['context']): Promise<FlowOwner> => {
    if (context.req.header('Authorization') !== undefined)
      return { sessionId: (await guards.requireSession(context)).id }
    const { thumbprint } = await guards.requireProof(context)
    return { thumbprint }
  }

  return [
    {
      method: 'POST',
      path: 'flows',
      maxBytes,
      run: async ({ context, body }) => {
        const owner = await ownerOf(context)
        if ('sessionId' in owner) return startFlow(await database(), owner, parseRequestValue(openBody, body), clock())
        const asked = parseRequestValue(openBodyInLogin, body)
        const limit = { key: `flows ${clientNetworkMac(parts, context)}`, ...limitInLogin }
        const wait = await countAgainstLimits(await database(), [limit], clock())
        if (wait > 0) throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: wait } })
        return startFlow(await database(), owner, asked, clock())
      },
    },
    {
      method: 'GET',
      path: 'flows/:id',
      run: async (request) => {
        return readFlowRequest(await database(), idOf(request), clock())
      },
    },
    {
      method: 'POST',
      path: 'flows/:id/request',
      maxBytes,
      run: async (request) => {
        const { id } = await guards.requireSession(request.context)
        const replaced = { flowId: idOf(request), ...parseRequestValue(requestBody, request.body) }
        await replaceFlowRequest(await database(), { sessionId: id }, replaced, clock())
        return {}
      },
    },
    {
      method: 'GET',
      path: 'flows/:id/asker',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        return readFlowAsker(await database(), session, idOf(request), clock())
      },
    },
    {
      method: 'POST',
      path: 'flows/:id/result',
      maxBytes,
      run: async (request) => {
        const { result, requestIv } = parseRequestValue(resultBody, request.body)
        await answerFlow(await database(), { flowId: idOf(request), requestIv, result }, clock())
        longPolls.notify(idOf(request))
        return {}
      },
    },
    {
      method: 'GET',
      path: 'flows/:id/result',
      run: async (request): Promise<{ result: SealedText | null }> => {
        const owner = await ownerOf(request.context)
        const result = await longPolls.readUntil(
          idOf(request),
          async () => readFlowAnswer(await database(), owner, idOf(request), clock()),
          (answer) => answer !== null,
          { intervalMs: pollIntervalMs, signals: [ending, request.context.req.raw.signal] },
        )
        return { result }
      },
    },
  ]
}
