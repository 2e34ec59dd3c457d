import { randomUUID } from 'node:crypto'
import type {
  CreateShareSetRequest,
  RenewedShareSet,
  ShareSetRelease,
  UnlockMethod,
  WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { eq } from 'drizzle-orm'
import { calculateJwkThumbprint } from 'jose'
import { identities, users } from '../src/database/accountTables.ts'
import type { Database } from '../src/database/open.ts'
import { sessions } from '../src/database/sessionTables.ts'
import { identityAddressContext } from '../src/wallet/account/identityAddress.ts'
import { startSession } from '../src/wallet/sessions/sessions.ts'
import {
  makeTestVault,
  makeTriedShareSet,
  makeVaultOfNextEpoch,
  secureRandomBytes,
  type TestShareSet,
  type TestVault,
} from './custody.ts'
import { shopOrigin } from './parts.ts'
import type { WalletClient, WalletServer } from './walletServer.ts'

/**
 * Inserts a user with an e-mail identity into the database. The returned `browser` logs this user in, in a new or an
 * earlier browser.
 */
export const makeWalletOwner = async (server: WalletServer, database: Database, email = 'ann@shop.example') => {
  const [userId, id] = [randomUUID(), randomUUID()]
  await database.insert(users).values({ id: userId, createdAt: 0 })
  const plain = new TextEncoder().encode(email)
  const sealedAddress = (await server.parts.embedded?.secrets.seal(plain, identityAddressContext({ id, userId }))) ?? ''
  const identity = { id, userId, provider: 'email', issuer: '', subject: id, sealedAddress, createdAt: 0 } as const
  await database.insert(identities).values(identity)
  return {
    userId,
    email,
    browser: (earlier?: { client: WalletClient }, host?: string) =>
      logInBrowser(server, database, userId, earlier, host),
  }
}

/**
 * Logs a user in and returns the browser. With `earlier`, the user logs in again in the earlier browser, with its
 * client key.
 */
export const logInBrowser = async (
  server: WalletServer,
  database: Database,
  userId: string,
  earlier?: { client: WalletClient },
  host = shopOrigin,
) => {
  const client = earlier?.client ?? (await server.makeClient())
  const thumbprint = await calculateJwkThumbprint(client.jwk)
  const site = { projectId: 'shop', host, browser: 'Firefox on Linux', locale: 'en' }
  const { session, tokens } = await startSession(
    database,
    { userId, thumbprint, isConfirmed: true, ...site },
    server.time.now,
  )
  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, path, { token: tokens.accessToken, body })

  /**
   * Adds a share set and stores its wrapped vault key, as a browser does. The browser confirms the set in a later
   * request.
   */
  const addSet = async (
    vault: TestVault,
    type: UnlockMethod,
    client = secureRandomBytes(32),
    passkey?: Pick<CreateShareSetRequest, 'credentialId' | 'signInKey'>,
  ) => {
    const set: TestShareSet = { setId: randomUUID(), type }
    // Each share set gets its own creation time, so that tests know the order of the sets.
    server.time.now += 1
    const { credentialId, signInKey } = passkey ?? {}
    const made = await call('POST', 'sets', { ...set, label: 'This browser', credentialId, signInKey })
    if (made.status !== 200) return { ...made, set, client }
    if (type !== 'kit') {
      const wrapped = await vault.wrap(client, made.body.serverShare, set)
      await call('PUT', `sets/${set.setId}/wrapped`, { wrapped })
    }
    return { ...made, set, client }
  }
  const unlock = async (vault: TestVault, { set, client }: { set: TestShareSet; client: Uint8Array<ArrayBuffer> }) => {
    const { status, body } = await call('POST', `sets/${set.setId}/release`, {})
    if (status !== 200) return { status, body, seed: null }
    const { serverShare, wrapped }: ShareSetRelease = body
    return { status, body, seed: await vault.unlock(client, serverShare, set, wrapped) }
  }
  /** Confirms a share set. The open vault signs the proof that the wallet is unlocked. */
  const confirm = async (vault: TestVault, { setId }: { setId: string }) => {
    const proof = await vault.prove({ action: 'confirm', setId, sessionId: session.id })
    return call('POST', `sets/${setId}/confirm`, { proof })
  }
  const remove = async (vault: TestVault, { setId }: { setId: string }) => {
    const proof = await vault.prove({ action: 'remove', setId, sessionId: session.id })
    return call('DELETE', `sets/${setId}?proof=${proof}`)
  }
  /**
   * Ends a session. With the open vault, the request also proves that the wallet is unlocked, and removes the share
   * sets of the session's browser.
   */
  const endSession = async (vault: TestVault | null, sessionId: string) => {
    const query = vault ? `?proof=${await vault.prove({ action: 'end', setId: sessionId, sessionId: session.id })}` : ''
    return call('DELETE', `sessions/${sessionId}${query}`)
  }
  const signOut = async (everywhere: boolean, vault?: TestVault) => {
    if (!everywhere) return call('POST', 'session/sign-out', {})
    const proof = vault && (await vault.prove({ action: 'end', setId: 'all', sessionId: session.id }))
    return call('DELETE', `sessions${proof ? `?proof=${proof}` : ''}`)
  }
  /** Renews a share set of this browser. */
  const renew = async (vault: TestVault, { setId, type }: TestShareSet) => {
    const next = await makeTriedShareSet(vault, type === 'vault' ? 'vault' : 'device')
    const proof = await vault.prove({ action: 'renew', setId: next.set.setId, sessionId: session.id })
    const request = { set: next.request, proof }
    return { ...(await call('POST', `sets/${setId}/renew`, request)), next, request }
  }
  /**
   * Prepares the request for a new vault key, with a device share set and a durable share set, but doesn't send the
   * request.
   */
  const prepareKey = async (vault: TestVault, durable: Exclude<UnlockMethod, 'kit'> = 'passkey') => {
    const next = await makeVaultOfNextEpoch(vault)
    const [device, second] = [await makeTriedShareSet(next, 'device'), await makeTriedShareSet(next, durable)]
    const prove = async (sets: RenewedShareSet[]) => {
      const content = { epoch: next.epoch, vault: next.request.vault, sets }
      return { ...content, proof: await vault.proveRenewal({ ...content, sessionId: session.id }) }
    }
    return { next, device, second, prove, request: await prove([device.request, second.request]) }
  }
  /** `passkey`: the passkey of the new durable share set. */
  const renewKey = async (vault: TestVault, passkey?: { credentialId: string }) => {
    const prepared = await prepareKey(vault)
    const { device, second, prove } = prepared
    const credential = passkey && { credentialId: passkey.credentialId }
    const request = await prove([device.request, { ...second.request, ...credential }])
    return { ...(await call('POST', 'keys/renew', request)), ...prepared, request }
  }
  /** Creates what a first login leaves behind: a wallet, its device share set, and a confirmed durable share set. */
  const makeWallet = async (
    durable: UnlockMethod = 'passkey',
    passkey?: Pick<CreateShareSetRequest, 'credentialId' | 'signInKey'>,
  ) => {
    const vault = await makeTestVault()
    const made = await call('POST', 'keys', vault.request)
    const device = await addSet(vault, 'device')
    await confirm(vault, device.set)
    const second = await addSet(vault, durable, undefined, passkey)
    const confirmed = await confirm(vault, second.set)
    // The user's browsers that logged in before count as having opened the wallet, too.
    await database.update(sessions).set({ isConfirmed: true }).where(eq(sessions.userId, userId))
    const record: WalletRecord = confirmed.body
    return { vault, made, device, second, record }
  }

  return {
    client,
    session,
    tokens,
    call,
    addSet,
    unlock,
    confirm,
    remove,
    endSession,
    signOut,
    renew,
    prepareKey,
    renewKey,
    makeWallet,
  }
}

export type OwnerBrowser = Awaited<ReturnType<typeof logInBrowser>>
