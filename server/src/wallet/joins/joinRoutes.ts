import type { Join, JoinState } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import { createLongPolls, type LongPolls } from '../api/longPolls.ts'
import { parseRequestValue, type WalletParts, type WalletRequest, type WalletRoute } from '../api/walletRoute.ts'
import { sealedSchema, uuidSchema } from '../custody/schemas.ts'
import { findWaitingJoin, giveWallet, pickNumber, readJoin, refuseJoin, startJoin } from './joins.ts'

/** Another server process may take the request of the other browser, so a long poll reads the database this often. */
const pollIntervalMs = 1_000
const publicKey = v.pipe(v.string(), v.regex(/^[\w-]{87}$/))
const startBody = v.strictObject({ publicKey })
const numberBody = v.strictObject({ number: v.pipe(v.string(), v.regex(/^\d\d$/)) })
const handoverBody = v.strictObject({ handover: v.strictObject({ publicKey, sealed: sealedSchema }) })

/** Routes by which a new browser asks for the wallet, and a browser that has it gives it. */
export const joinRoutes = (parts: WalletParts): WalletRoute[] => {
  const longPolls = createLongPolls()
  return [...routesOfNewBrowser(parts, longPolls), ...routesOfOwner(parts, longPolls)]
}

const idOf = ({ context }: WalletRequest): string => parseRequestValue(uuidSchema, context.req.param('id'))

const optionsOf = ({ ending }: WalletParts, { context }: WalletRequest) => ({
  intervalMs: pollIntervalMs,
  signals: [ending, context.req.raw.signal],
})

const routesOfNewBrowser = (parts: WalletParts, longPolls: LongPolls): WalletRoute[] => {
  const { guards, database, clock } = parts
  return [
    {
      method: 'POST',
      path: 'joins',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const asked = parseRequestValue(startBody, body)
        const started = await startJoin(await database(), session, asked.publicKey, clock())
        longPolls.notify(session.userId)
        return started
      },
    },
    {
      method: 'GET',
      path: 'joins/:id',
      run: async (request): Promise<JoinState> => {
        const session = await guards.requireSession(request.context)
        const read = async () => readJoin(await database(), session, idOf(request), clock())
        return longPolls.readUntil(idOf(request), read, ({ handover }) => handover !== null, optionsOf(parts, request))
      },
    },
  ]
}

const routesOfOwner = (parts: WalletParts, longPolls: LongPolls): WalletRoute[] => {
  const { guards, database, clock } = parts
  return [
    {
      method: 'GET',
      path: 'joins',
      run: async (request): Promise<{ join: Join | null }> => {
        const session = await guards.requireSession(request.context)
        const read = async () => findWaitingJoin(await database(), session, clock())
        const options = optionsOf(parts, request)
        return { join: await longPolls.readUntil(session.userId, read, (join) => join !== null, options) }
      },
    },
    {
      method: 'POST',
      path: 'joins/:id/number',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const picked = { joinId: idOf(request), ...parseRequestValue(numberBody, request.body) }
        try {
          await pickNumber(await database(), session, picked, clock())
        } finally {
          longPolls.notify(picked.joinId)
        }
        return {}
      },
    },
    {
      method: 'POST',
      path: 'joins/:id/handover',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const given = { joinId: idOf(request), ...parseRequestValue(handoverBody, request.body) }
        await giveWallet(await database(), session, given, clock())
        longPolls.notify(given.joinId)
        return {}
      },
    },
    {
      method: 'DELETE',
      path: 'joins/:id',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        await refuseJoin(await database(), session, idOf(request), clock())
        longPolls.notify(idOf(request))
        return {}
      },
    },
  ]
}
