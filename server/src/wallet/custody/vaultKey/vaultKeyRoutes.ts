import * as v from 'valibot'
import { parseBody, proofField, signature, type WalletParts, type WalletRoute } from '../../api/walletRoute.ts'
import { createNotices } from '../../mail/notices.ts'
import { browserShareSet, credentialId, id, label, sealed, triedSetFields } from '../schemas.ts'
import { createWallet } from './createWallet.ts'
import { renewKey } from './renewKey.ts'

const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const createBody = v.strictObject({
  walletId: id,
  vault: sealed,
  accounts: v.strictObject({ eip155: address, solana: address }),
  proofs: v.strictObject({ eip155: signature, solana: signature }),
  set: v.exactOptional(browserShareSet),
  replaces: v.exactOptional(id),
})
const renewedSet = v.variant('type', [
  v.strictObject({ setId: id, label, type: v.literal('kit') }),
  v.strictObject({ ...triedSetFields, credentialId, type: v.picklist(['device', 'passkey', 'vault', 'guardian']) }),
])
const renewBody = v.strictObject({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(2)),
  vault: sealed,
  sets: v.pipe(
    v.array(renewedSet),
    v.minLength(1),
    v.maxLength(8),
    v.check((sets) => new Set(sets.map(({ setId }) => setId)).size === sets.length),
  ),
  proof: proofField,
})

/** Routes that create a wallet and replace its vault key. */
export const vaultKeyRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, secrets, clock } = parts
  const notices = createNotices(parts)
  return [
    {
      method: 'POST',
      path: 'keys',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const inside = { database: await database(), secrets, now: clock() }
        return createWallet(inside, session, parseBody(createBody, body))
      },
    },
    {
      method: 'POST',
      path: 'keys/renew',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context, { fresh: true })
        const inside = { ...parts, database: await database(), notices, now: clock() }
        return renewKey(inside, session, { proof: undefined, ...parseBody(renewBody, body) })
      },
    },
  ]
}
