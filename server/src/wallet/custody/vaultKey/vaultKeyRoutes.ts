import * as v from 'valibot'
import {
  optionalWalletProofSchema,
  parseRequestValue,
  type WalletParts,
  type WalletRoute,
  walletSignatureSchema,
} from '../../api/walletRoute.ts'
import { createSecurityNotices } from '../../mail/notices.ts'
import {
  browserShareSetSchema,
  labelSchema,
  passkeyFields,
  sealedSchema,
  triedShareSetFields,
  uuidSchema,
} from '../schemas.ts'
import { createWallet } from './createWallet.ts'
import { renewVaultKey } from './renewKey.ts'

const address = v.pipe(v.string(), v.nonEmpty(), v.maxLength(64))
const createBody = v.strictObject({
  walletId: uuidSchema,
  vault: sealedSchema,
  accounts: v.strictObject({ eip155: address, solana: address }),
  proofs: v.strictObject({ eip155: walletSignatureSchema, solana: walletSignatureSchema }),
  set: v.exactOptional(browserShareSetSchema),
  replaces: v.exactOptional(uuidSchema),
})
const renewedSet = v.variant('type', [
  v.strictObject({ setId: uuidSchema, label: labelSchema, type: v.literal('kit') }),
  v.strictObject({
    ...triedShareSetFields,
    ...passkeyFields,
    type: v.picklist(['device', 'passkey', 'vault', 'guardian']),
  }),
])
const renewBody = v.strictObject({
  epoch: v.pipe(v.number(), v.safeInteger(), v.minValue(2)),
  vault: sealedSchema,
  sets: v.pipe(
    v.array(renewedSet),
    v.minLength(1),
    v.maxLength(8),
    v.check((sets) => new Set(sets.map(({ setId }) => setId)).size === sets.length),
  ),
  proof: optionalWalletProofSchema,
})

/** Routes that create a wallet and replace its vault key. */
export const vaultKeyRoutes = (parts: WalletParts): WalletRoute[] => {
  const { guards, database, secrets, clock } = parts
  const notices = createSecurityNotices(parts)
  return [
    {
      method: 'POST',
      path: 'keys',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const inside = { database: await database(), secrets, now: clock() }
        return createWallet(inside, session, parseRequestValue(createBody, body))
      },
    },
    {
      method: 'POST',
      path: 'keys/renew',
      run: async ({ context, body }) => {
        const session = await guards.requireSession(context)
        const inside = { ...parts, database: await database(), notices, now: clock() }
        return renewVaultKey(inside, session, { proof: undefined, ...parseRequestValue(renewBody, body) })
      },
    },
  ]
}
