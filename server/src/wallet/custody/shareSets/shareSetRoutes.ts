import * as v from 'valibot'
import {
  parseBody,
  proofField,
  readProof,
  type WalletParts,
  type WalletRequest,
  type WalletRoute,
} from '../../api/walletRoute.ts'
import { createNotices } from '../../mail/notices.ts'
import { browserShareSet, credentialId, id, label, sealed, setTypes } from '../schemas.ts'
import { createShareSet, wrapShareSet } from './createShareSet.ts'
import { releaseShareSet } from './releaseShareSet.ts'
import { renewShareSet } from './renewShareSet.ts'
import { confirmShareSet, removeShareSet } from './shareSetChanges.ts'

const createBody = v.strictObject({ setId: id, type: setTypes, label, credentialId })
const confirmBody = v.strictObject({ proof: proofField })
const wrappedBody = v.strictObject({ wrapped: sealed })
const renewBody = v.strictObject({ set: browserShareSet, proof: proofField })

/** Routes that add, use, renew and remove the share sets of a wallet. */
export const shareSetRoutes = (wallet: WalletParts): WalletRoute[] => {
  const { guards, database, secrets, clock } = wallet
  const parts = { ...wallet, notices: createNotices(wallet) }
  const idOf = ({ context }: WalletRequest): string => parseBody(id, context.req.param('id'))
  const sessionOf = ({ context }: WalletRequest) => guards.requireSession(context)

  return [
    {
      method: 'POST',
      path: 'sets',
      run: async (request) => {
        const session = await sessionOf(request)
        return createShareSet(parts, await database(), session, parseBody(createBody, request.body))
      },
    },
    {
      method: 'PUT',
      path: 'sets/:id/wrapped',
      run: async (request) => {
        const session = await sessionOf(request)
        const { wrapped } = parseBody(wrappedBody, request.body)
        await wrapShareSet(await database(), session, idOf(request), wrapped)
        return {}
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/release',
      run: async (request) => {
        const session = await sessionOf(request)
        return releaseShareSet(parts, await database(), session, idOf(request))
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/confirm',
      run: async (request) => {
        const session = await sessionOf(request)
        const { proof } = parseBody(confirmBody, request.body)
        return confirmShareSet(parts, await database(), session, { setId: idOf(request), proof })
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/renew',
      run: async (request) => {
        const session = await sessionOf(request)
        const { set, proof } = parseBody(renewBody, request.body)
        const inside = { database: await database(), secrets, now: clock() }
        return renewShareSet(inside, session, { setId: idOf(request), set, proof })
      },
    },
    {
      method: 'DELETE',
      path: 'sets/:id',
      run: async (request) => {
        const session = await sessionOf(request)
        return removeShareSet(parts, await database(), session, { setId: idOf(request), proof: readProof(request) })
      },
    },
  ]
}
