import { durableUnlockMethods, type UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import {
  parseBody,
  proofField,
  readProof,
  signature,
  type WalletParts,
  type WalletRequest,
  type WalletRoute,
} from '../api/walletRoute.ts'
import { createNotices } from '../mail/notices.ts'
import { renewSet } from './shareSets/renewShareSet.ts'
import { createSets } from './shareSets/shareSets.ts'
import { createWallet } from './vaultKey/createWallet.ts'
import { renewKey } from './vaultKey/renewKey.ts'

const id = v.pipe(v.string(), v.uuid(), v.toLowerCase())
const bytes = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]*$/),
    v.minLength(Math.ceil((least * 4) / 3)),
    v.maxLength(Math.ceil((most * 4) / 3)),
  )
/** The tag alone is 16 bytes. */
export const sealed = (most: number) => v.strictObject({ iv: bytes(12, 12), data: bytes(17, most) })
const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const setTypes = ['device', ...durableUnlockMethods] as [UnlockMethod, ...UnlockMethod[]]

const label = v.pipe(v.string(), v.trim(), v.maxLength(64))

const credentialId = v.exactOptional(bytes(1, 1_023))
const serverShare = bytes(32, 32)

const walletBody = v.strictObject({
  walletId: id,
  vault: sealed(256),
  accounts: v.strictObject({ eip155: address, solana: address }),
  proofs: v.strictObject({ eip155: signature, solana: signature }),
  set: v.exactOptional(
    v.strictObject({
      setId: id,
      type: v.picklist(['device', 'vault']),
      label,
      serverShare,
      wrapped: sealed(256),
    }),
  ),
  replaces: v.exactOptional(id),
})
const setBody = v.strictObject({
  setId: id,
  type: v.picklist(setTypes),
  label,
  credentialId,
})
const confirmBody = v.strictObject({ proof: proofField })
const wrappedBody = v.strictObject({ wrapped: sealed(256) })
const tried = { setId: id, label, serverShare, wrapped: sealed(256) }
const renewSetBody = v.strictObject({
  set: v.strictObject({ ...tried, type: v.picklist(['device', 'vault']) }),
  proof: proofField,
})
const renewedSet = v.variant('type', [
  v.strictObject({ setId: id, label, type: v.literal('kit') }),
  v.strictObject({ ...tried, credentialId, type: v.picklist(['device', 'passkey', 'vault', 'guardian']) }),
])
const renewKeyBody = v.strictObject({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(2)),
  vault: sealed(256),
  sets: v.pipe(
    v.array(renewedSet),
    v.minLength(1),
    v.maxLength(8),
    v.check((sets) => new Set(sets.map(({ setId }) => setId)).size === sets.length),
  ),
  proof: proofField,
})

/** A wallet and the ways to unlock it. */
export const keyRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, secrets, clock } = parts
  const notices = createNotices(parts)
  const sets = createSets({ ...parts, notices })
  const idOf = ({ context }: WalletRequest): string => parseBody(id, context.req.param('id'))

  return [
    {
      method: 'POST',
      path: 'keys',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const inside = { database: await database(), secrets, now: clock() }
        return createWallet(inside, session, parseBody(walletBody, body))
      },
    },
    {
      method: 'POST',
      path: 'keys/renew',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context, { fresh: true })
        const inside = { ...parts, database: await database(), notices, now: clock() }
        return renewKey(inside, session, { proof: undefined, ...parseBody(renewKeyBody, body) })
      },
    },
    {
      method: 'POST',
      path: 'sets',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        return sets.create(await database(), session, parseBody(setBody, body))
      },
    },
    {
      method: 'PUT',
      path: 'sets/:id/wrapped',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const { wrapped } = parseBody(wrappedBody, request.body)
        await sets.wrap(await database(), session, idOf(request), wrapped)
        return {}
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/release',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        return sets.release(await database(), session, idOf(request))
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/confirm',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const { proof } = parseBody(confirmBody, request.body)
        return sets.confirm(await database(), session, { setId: idOf(request), proof })
      },
    },
    {
      method: 'POST',
      path: 'sets/:id/renew',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        const { set, proof } = parseBody(renewSetBody, request.body)
        const inside = { database: await database(), secrets, now: clock() }
        return renewSet(inside, session, { setId: idOf(request), set, proof })
      },
    },
    {
      method: 'DELETE',
      path: 'sets/:id',
      run: async (request) => {
        const session = await guards.requireSession(request.context)
        return sets.remove(await database(), session, { setId: idOf(request), proof: readProof(request) })
      },
    },
  ]
}
