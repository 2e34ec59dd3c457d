import * as v from 'valibot'
import {
  optionalWalletProofSchema,
  parseRequestValue,
  readWalletProof,
  type WalletParts,
  type WalletRequest,
  type WalletRoute,
} from '../../api/walletRoute.ts'
import { createSecurityNotices } from '../../mail/notices.ts'
import {
  browserShareSetSchema,
  labelSchema,
  passkeyFields,
  sealedSchema,
  signInKeySchema,
  unlockMethodSchema,
  uuidSchema,
} from '../schemas.ts'
import { createShareSet, storeWrappedVaultKey } from './createShareSet.ts'
import { releaseShareSet } from './releaseShareSet.ts'
import { renewShareSet } from './renewShareSet.ts'
import { confirmShareSet, removeShareSet } from './shareSetChanges.ts'

const createBody = v.strictObject({
  setId: uuidSchema,
  type: unlockMethodSchema,
  label: labelSchema,
  ...passkeyFields,
  signInKey: v.exactOptional(signInKeySchema),
})
const confirmBody = v.strictObject({ proof: optionalWalletProofSchema })
const wrappedBody = v.strictObject({ wrapped: sealedSchema })
const renewBody = v.strictObject({ set: browserShareSetSchema, proof: optionalWalletProofSchema })

/** Routes that add, use, renew and remove the share sets of a wallet. */
export const shareSetRoutes = (wallet: WalletParts): WalletRoute[] => {
  const { guards, database, secrets, clock } = wallet
  const parts = { ...wallet, notices: createSecurityNotices(wallet) }
  const idOf = ({ context }: WalletRequest): string => parseRequestValue(uuidSchema, context.req.param('id'))
  const sessionOf = ({ context }: WalletRequest) => guards.requireSession(context)

  return [
    {
      method: 'POST',
      path: 'sets',
      run: async (request) => {
        const session = await sessionOf(request)
        return createShareSet(parts, await database(), session, parseRequestValue(createBody, request.body))
      },
    },
    {
      method: 'PUT',
      path: 'sets/:id/wrapped',
      run: async (request) => {
        const session = await sessionOf(request)
        const { wrapped } = parseRequestValue(wrappedBody, request.body)
        await storeWrappedVaultKey(await database(), session, idOf(request), wrapped)
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
        const { proof } = parseRequestValue(confirmBody, request.body)
        return confirmShareSet(parts, await database(), session, { setId: idOf(request), proof })
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/renew',
      run: async (request) => {
        const session = await sessionOf(request)
        const { set, proof } = parseRequestValue(renewBody, request.body)
        const inside = { database: await database(), secrets, now: clock() }
        return renewShareSet(inside, session, { setId: idOf(request), set, proof })
      },
    },
    {
      method: 'DELETE',
      path: 'sets/:id',
      run: async (request) => {
        const session = await sessionOf(request)
        return removeShareSet(parts, await database(), session, {
          setId: idOf(request),
          proof: readWalletProof(request),
        })
      },
    },
  ]
}
