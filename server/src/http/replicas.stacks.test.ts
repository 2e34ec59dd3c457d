import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GuardianEnvelope, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { makeTestVault } from '../../test/custody.ts'
import { postgresSkipReason } from '../../test/database.ts'
import { confirmAt } from '../../test/guardian.ts'
import { startMailServer } from '../../test/guardianProcess.ts'
import { type Replicas, startGuardianReplicas, startReplicas } from '../../test/replicas.ts'
import { sealForGuardian } from '../../test/sealForGuardian.ts'
import { evmSigner } from '../../test/signers.ts'
import { errorCodeOfResponse, signerAccount, writeSignInMessage } from '../../test/siwx.ts'
import { loginCodeInMail, makeWalletClient } from '../../test/walletServer.ts'

// These tests start up to six processes on one PostgreSQL, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const site = 'http://shop.localhost:4101'
const networks = [{ id: 'eip155:1', rpcUrls: [] }]
const project = {
  ...{ id: 'shop', name: 'Shop', environment: 'development', allowedOrigins: [site], networks },
  analytics: true,
}
const signer = evmSigner()
const rounds = Array.from({ length: 20 }, (_, round) => round)

/** Signs in at the site. Every request goes to the next replica. */
const signIn = async ({ askModal }: Replicas) => {
  const headers = { Origin: site }
  const { nonce, issuedAt } = await (await askModal('/auth/v1/nonce', { headers })).json()
  const first = 'shop.localhost:4101 wants you to sign in with your Ethereum account:'
  const message = writeSignInMessage(signer, { first, uri: `${site}/cart`, nonce, issuedAt })
  const body = JSON.stringify({ message, signature: await signer.sign(message), caipAddress: signerAccount(signer) })
  const send = () => askModal('/auth/v1/authenticate', { method: 'POST', headers, body })
  const answer = await send()
  return { send, status: answer.status, token: String((await answer.json()).token) }
}
const bearer = (token: string) => ({ Origin: site, Authorization: `Bearer ${token}` })

/** Makes a browser whose requests each go to the next replica, and logs it in by e-mail. */
const logIn = async ({ askWallet, walletOrigin }: Replicas, mails: Parameters<typeof makeWalletClient>[1]['mails']) => {
  const client = await makeWalletClient(askWallet, { origin: walletOrigin, mails })
  const email = `ann-${randomUUID()}@shop.example`
  const login = await client.start(email, site)
  const [flowId, text] = [randomUUID(), { iv: 'A'.repeat(16), data: 'A'.repeat(22) }]
  await client.call('POST', 'flows', { body: { flowId, request: text } })
  const poll = client.call('GET', `flows/${flowId}/result`)
  await client.call('POST', `flows/${flowId}/result`, { body: { result: text } })
  expect((await poll).body).toEqual({ result: text })
  const code = loginCodeInMail(mails.at(-1))
  const { status, body } = await client.call('POST', `login/${login.challengeId}/code`, { body: { code } })
  expect([status, body.session?.email]).toEqual([200, email])
  return { client, email, tokens: body.tokens as { accessToken: string; refreshToken: string } }
}

const startWalletReplicas = async (environment: Record<string, string> = {}) => {
  const { mails, url } = await startMailServer()
  const config = { mail: { url, from: 'wallet@modal.example' }, requestsPerSecond: 10_000, projects: [project] }
  return { mails, replicas: await startReplicas(config, environment) }
}

describe.skipIf(postgresSkipReason !== null)('three replicas on one PostgreSQL behind a round-robin', () => {
  test('accept every sign-in, and no token after its sign-out', async () => {
    const replicas = await startReplicas({ requestsPerSecond: 10_000, projects: [project] })
    const { askModal } = replicas
    const jwks = await (await askModal('/.well-known/jwks.json')).json()
    for (const round of rounds) {
      const { status, token, send } = await signIn(replicas)
      expect([round, status]).toEqual([round, 200])
      await jwtVerify(token, createLocalJWKSet(jwks), { issuer: replicas.modalOrigin, audience: site })
      for (const index of [0, 1, 2]) {
        expect((await askModal('/auth/v1/me', { headers: bearer(token) }, index)).status).toBe(200)
        expect(await (await askModal('/.well-known/jwks.json', {}, index)).json()).toEqual(jwks)
      }
      // A second use of the nonce fails at whichever replica it arrives.
      expect(await errorCodeOfResponse(await send())).toBe('SIWX_NONCE_INVALID')
      const signOut = await askModal('/auth/v1/sign-out', { method: 'POST', headers: bearer(token) })
      expect(signOut.status).toBe(204)
      for (const index of [0, 1, 2])
        expect((await askModal('/auth/v1/me', { headers: bearer(token) }, index)).status).toBe(401)
    }
    expect(await replicas.stop()).not.toContain('request failed')
  })

  test('hash an address in analytics events the same way', async () => {
    const { askModal, dataFolders } = await startReplicas({ projects: [project] })
    for (const _ of dataFolders) {
      const props = { type: 'track', event: 'MODAL_OPEN', address: signer.address }
      const event = { eventId: randomUUID(), url: site, domain: 'shop.localhost', timestamp: 1, props }
      const sent = { method: 'POST', headers: { Origin: site }, body: JSON.stringify(event) }
      expect((await askModal('/e', sent)).status).toBe(202)
    }
    const hashes = await Promise.all(
      dataFolders.map(async (folder) => {
        const file = (await readdir(join(folder, 'analytics'))).find((name) => name.endsWith('.jsonl')) ?? ''
        return JSON.parse(await readFile(join(folder, 'analytics', file), 'utf8')).address
      }),
    )
    expect(hashes).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{64}$/)))
    expect(new Set(hashes).size).toBe(1)
  })

  test('complete every login, approval window and sign-out of the embedded wallet', async () => {
    const { replicas, mails } = await startWalletReplicas()
    const { askWallet } = replicas
    for (const round of rounds.slice(0, 4)) {
      const { client, tokens } = await logIn(replicas, mails)
      const { accessToken: token } = tokens

      const flowId = randomBytes(16).toString('base64url')
      const [request, result] = ['A', 'B'].map((fill) => ({ iv: fill.repeat(16), data: fill.repeat(40) }))
      const opened = await client.call('POST', 'flows', { token, body: { flowId, request } })
      expect([round, opened.status]).toEqual([round, 200])
      const answer = client.call('GET', `flows/${flowId}/result`, { token })
      expect(await (await askWallet(`flows/${flowId}`)).json()).toEqual({ request, host: site })
      const answered = await askWallet(`flows/${flowId}/result`, { method: 'POST', body: JSON.stringify({ result }) })
      expect(answered.status).toBe(200)
      expect(await answer).toEqual({ status: 200, body: { result } })

      const { body } = await client.call('POST', 'session/refresh', { body: { refreshToken: tokens.refreshToken } })
      const renewed = String(body.accessToken)
      expect((await client.call('POST', 'session/sign-out', { token: renewed, body: {} })).status).toBe(200)
      for (const _ of [0, 1, 2]) expect((await client.call('GET', 'session', { token: renewed })).status).toBe(401)
    }
    expect(await replicas.stop()).not.toContain('request failed')
  })

  test('complete every recovery, also over three guardians', async () => {
    const guardian = await startGuardianReplicas(0)
    const { replicas, mails } = await startWalletReplicas({
      GUARDIAN_URL: guardian.url,
      GUARDIAN_PUBLIC_KEY: guardian.publicKey,
    })
    const { client, email, tokens } = await logIn(replicas, mails)
    const ask = async (request: GuardianRequest) => {
      const { envelope, open } = await sealForGuardian(guardian.publicKey, request, Date.now())
      const { body } = await client.call('POST', `guardian/${request.kind}`, {
        token: tokens.accessToken,
        body: envelope,
      })
      return (await open(body as GuardianEnvelope)) as Record<string, unknown>
    }
    // The guardian mails only for sessions of the wallet's own account.
    const { request } = await makeTestVault()
    const { walletId } = request
    expect((await client.call('POST', 'keys', { token: tokens.accessToken, body: request })).status).toBe(200)
    for (const _ of rounds.slice(0, 4)) {
      const setId = randomUUID()
      const share = randomBytes(32).toString('base64url')
      const clientKey = randomBytes(16).toString('base64url')
      expect(await ask({ kind: 'enrol', walletId, setId, email, share })).toEqual({ ok: true, kind: 'enrol' })
      const challenge = { kind: 'challenge', walletId, setId, email, host: site, clientKey } as const
      const begun = await ask(challenge)
      const challengeId = String(begun.challengeId)
      // The press reaches another guardian than the waiting client.
      const waiting = ask({ kind: 'verify', challengeId, clientKey })
      expect(await confirmAt(guardian.url, guardian.mails.at(-1), String(begun.number))).toBe(200)
      expect(await waiting).toMatchObject({ ok: true, releaseAt: expect.any(Number) })
      expect(await ask({ kind: 'release', challengeId, clientKey })).toEqual({
        ok: true,
        kind: 'release',
        share,
        setId,
      })
    }
    expect(await replicas.stop()).not.toContain('request failed')
  })
})
