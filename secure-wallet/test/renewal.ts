import {
  type RenewedShareSet,
  type RenewShareSetRequest,
  type RenewVaultKeyRequest,
  type SealedText,
  type ShareSetRow,
  vaultKeyRenewalProofText,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Hono } from 'hono'
import { isHex, keccak256, recoverAddress, stringToHex } from 'viem'

type State = {
  fresh: boolean
  wallet: WalletRecord | null
  shareSets: Map<string, { share: string | null; wrapped?: SealedText }>
}
type Options = {
  // biome-ignore lint/suspicious/noExplicitAny: these routes read nothing that other routes put into the context.
  app: Hono<any, any, any>
  state: State
  sessionId: string
  isProven(action: 'renew', setId: string, proof: unknown): Promise<boolean>
}

/** Adds the server's renewal routes: for one browser's share set, and for the vault key with all share sets. */
export const addRenewalRoutes = ({ app, state, sessionId, isProven }: Options): void => {
  const rowOf = (set: RenewedShareSet, epoch: number): ShareSetRow => ({
    ...{ setId: set.setId, type: set.type, label: set.label, epoch },
    ...{ createdAt: Date.now(), lastUsedAt: null, confirmed: true },
    ...(set.credentialId !== undefined && { credentialId: set.credentialId }),
    ...(set.passkeyKey && { passkeyKey: set.passkeyKey }),
  })
  const store = (set: RenewedShareSet): void => {
    const parts = 'wrapped' in set ? { share: set.serverShare, wrapped: set.wrapped } : { share: null }
    state.shareSets.set(set.setId, parts)
  }

  app.post('/sets/:id/renew', async (context) => {
    const { set, proof }: RenewShareSetRequest = await context.req.json()
    const { wallet } = state
    const id = context.req.param('id')
    if (!wallet || !(await isProven('renew', set.setId, proof)))
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    const old = wallet.sets.find(({ setId }) => setId === id)
    if (!old) return context.json({ reasons: [{ code: 'KEY_SET_NOT_FOUND' }] }, 404)
    if (old.type !== set.type) return context.json({ reasons: [{ code: 'INVALID_INPUT' }] }, 400)
    store(set)
    state.shareSets.delete(id)
    const row = { ...rowOf(set, wallet.epoch), confirmed: old.confirmed }
    wallet.sets = wallet.sets.map((known) => (known === old ? row : known))
    return context.json(wallet)
  })

  app.post('/keys/renew', async (context) => {
    const { proof, ...renewal }: RenewVaultKeyRequest = await context.req.json()
    const { wallet } = state
    if (!state.fresh) return context.json({ reasons: [{ code: 'FRESH_LOGIN_REQUIRED' }] }, 403)
    if (!wallet) return context.json({ reasons: [{ code: 'WALLET_MISSING' }] }, 404)
    const hash = keccak256(stringToHex(vaultKeyRenewalProofText({ ...renewal, walletId: wallet.walletId, sessionId })))
    if (!isHex(proof) || (await recoverAddress({ hash, signature: proof })) !== wallet.accounts.eip155)
      return context.json({ reasons: [{ code: 'WALLET_LOCKED' }] }, 400)
    if (!renewal.sets.some(({ type }) => type === 'passkey' || type === 'kit' || type === 'guardian'))
      return context.json({ reasons: [{ code: 'LAST_DURABLE_SET' }] }, 400)
    if (renewal.epoch === wallet.epoch && renewal.vault.data === wallet.vault.data) return context.json(wallet)
    if (renewal.epoch !== wallet.epoch + 1) return context.json({ reasons: [{ code: 'WALLET_EXISTS' }] }, 409)
    state.shareSets.clear()
    renewal.sets.forEach(store)
    const sets = renewal.sets.map((set) => rowOf(set, renewal.epoch))
    state.wallet = { ...wallet, epoch: renewal.epoch, vault: renewal.vault, sets }
    return context.json(state.wallet)
  })
}
