import type { DeviceLinkDecision, DeviceLinkFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { errorEntryOf } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { readTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import * as v from 'valibot'

const facts: v.GenericSchema<unknown, DeviceLinkFacts> = v.object({
  host: v.string(),
  browser: v.string(),
  place: v.string(),
  requestedAt: v.number(),
  numbers: v.array(v.string()),
})
const failure = v.object({ reasons: v.array(v.object({ code: v.string() })) })
const decided = v.object({ approved: v.boolean() })

/**
 * The requests of the page behind the device link. The link's token is the only proof, because the link works in any
 * browser.
 */
export const createDeviceLinkClient = (post: typeof fetch, origin: string) => {
  const ask = async (path: string, body: object): Promise<unknown> => {
    const response = await post(new URL(`/v1/wallet/device/${path}`, origin), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(readTimeoutMs),
    }).catch((cause) => {
      throw new AppError(commonErrors.SERVER_UNREACHABLE, { cause })
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const [reason] = v.is(failure, answer) ? answer.reasons : []
    throw new AppError(errorEntryOf(embeddedWalletErrors, reason?.code) ?? commonErrors.SERVER_ERROR, {
      values: { reason: String(response.status) },
    })
  }
  return {
    look: async (token: string): Promise<DeviceLinkFacts> => v.parse(facts, await ask('look', { token })),
    decide: async (decision: DeviceLinkDecision): Promise<boolean> =>
      v.parse(decided, await ask('decide', decision)).approved,
  }
}

export type DeviceLinkClient = ReturnType<typeof createDeviceLinkClient>
