import { randomBytes, randomUUID } from 'node:crypto'
import {
  attackSeed,
  attackSize,
  attackTimeoutMs,
  createSeededRandom,
  reportAttack,
} from '@appkit-frame/loader/protocol/test/attack.ts'
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { makeWalletOwner } from '../../../test/owner.ts'
import { type DpopProofChange, makeWalletServer, type WalletClient } from '../../../test/walletServer.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(), hookTimeout: 60_000 })

const mutations = attackSize(400, 10_000)
const families = attackSize(20, 1_000)

const { below, pick } = createSeededRandom(attackSeed)
const noise = (length: number): string => randomBytes(length).toString('base64url').slice(0, length)
/** Changes one character of a text. */
const changeCharacter = (text: string): string => {
  const at = below(text.length)
  const letter = pick(
    [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter((one) => one !== text[at]),
  )
  return text.slice(0, at) + letter + text.slice(at + 1)
}

test("rejects a DPoP proof if any of its parts is wrong or comes from another client, and keeps the owner's session", async ({
  task,
}) => {
  const { database } = await openTestDatabase()
  const server = await makeWalletServer(async () => database)
  const owner = await makeWalletOwner(server, database)
  const { client, tokens } = await owner.browser()
  const thief = await server.makeClient()
  const token = tokens.accessToken
  const look = (of: WalletClient, change?: DpopProofChange, as = token) =>
    of.send('GET', 'session', { token: as, ...(change && { change }) })
  expect((await look(client)).status).toBe(200)
  await thief.send('GET', 'session')

  const now = () => Math.floor(server.time.now / 1_000)
  const url = 'https://wallet.example/v1/wallet/session'
  const own = { thumbprint: await calculateJwkThumbprint(client.jwk) }
  const claims: { [name: string]: () => unknown } = {
    htm: () => pick(['POST', 'PUT', 'get', '', ' GET', noise(3), null, ['GET']]),
    htu: () =>
      pick([
        `${url}s`,
        `${url}?a=1`,
        `${url}#a`,
        `${url}/`,
        url.replace('wallet.', 'modal.'),
        changeCharacter(url),
        '',
        null,
      ]),
    iat: () => pick([now() - 61 - below(1e6), now() + 61 + below(1e6), 0, null, '1']),
    nonce: () => pick([changeCharacter(client.known.nonce), noise(22), '', null, undefined]),
    jti: () => pick([null, undefined, '', 5, noise(7), 'x'.repeat(129)]),
    ath: () => pick([noise(43), '', null, undefined, own.thumbprint]),
  }
  const attacks: { [name: string]: () => Promise<Response> | Response } = {
    claim: async () => {
      const name = pick(Object.keys(claims))
      return look(client, { claims: { [name]: claims[name]?.() } })
    },
    header: async () =>
      look(client, {
        header: pick([{ typ: 'JWT' }, { typ: undefined }, { jwk: thief.jwk }, { jwk: undefined }, { jwk: {} }]),
      }),
    key: async () => look(client, { key: (await generateKeyPair('ES256')).privateKey }),
    ownKey: () => look(thief),
    algorithm: async () => {
      const alg = pick(['ES384', 'RS256', 'PS256', 'EdDSA'])
      const { privateKey, publicKey } = await generateKeyPair(alg)
      return look(client, { header: { alg, jwk: pick([client.jwk, await exportJWK(publicKey)]) }, key: privateKey })
    },
    unsigned: async () => {
      const [head = '', body] = (await client.prove('GET', 'session', token)).split('.')
      const none = Buffer.from(
        JSON.stringify({ ...JSON.parse(Buffer.from(head, 'base64url').toString()), alg: 'none' }),
      )
      return raw(`${none.toString('base64url')}.${body}.`)
    },
    bent: async () => {
      const proof = await client.prove('GET', 'session', token)
      // Keep the last character of the signature, because some of its bits are unused.
      return raw(changeCharacter(proof.slice(0, -1)) + proof.slice(-1))
    },
    replayed: async () => {
      const proof = await client.prove('GET', 'session', token)
      expect((await raw(proof)).status).toBe(200)
      return raw(proof)
    },
    token: async () => look(client, {}, changeCharacter(token)),
  }
  const raw = (proof: string) => server.ask('session', { headers: { DPoP: proof, Authorization: `DPoP ${token}` } })

  const count: { [name: string]: number } = {}
  for (let at = 0; at < mutations; at++) {
    const name = pick(Object.keys(attacks))
    count[name] = (count[name] ?? 0) + 1
    const response = await attacks[name]?.()
    expect([name, response?.status], `ATTACK_SEED=${attackSeed}`).toEqual([name, 401])
    // Advance the clock so that nonces change but the token stays valid.
    if (at % 100 === 99) expect((await look(client)).status).toBe(200)
  }
  expect(Object.keys(count).sort()).toEqual(Object.keys(attacks).sort())
  reportAttack(task, 'G10', mutations, 'changed proofs', `${JSON.stringify(count)}, seed ${attackSeed}`)
})

test('ends the session with all its tokens when any refresh token is reused', async ({ task }) => {
  const { database } = await openTestDatabase()
  const server = await makeWalletServer(async () => database)
  for (let family = 0; family < families; family++) {
    const owner = await makeWalletOwner(server, database, `ann${family}x${randomUUID()}@shop.example`)
    const { client, tokens } = await owner.browser()
    const refresh = (refreshToken: string) => client.call('POST', 'session/refresh', { body: { refreshToken } })
    const line = [tokens.refreshToken]
    let access = tokens.accessToken
    for (let step = 0; step < 1 + (family % 4); step++) {
      const { body } = await refresh(line.at(-1) ?? '')
      line.push(body.refreshToken)
      access = body.accessToken
    }
    expect((await client.call('GET', 'session', { token: access })).status).toBe(200)
    expect((await refresh(pick(line.slice(0, -1)))).status).toBe(401)
    for (const last of line) expect((await refresh(last)).status).toBe(401)
    expect((await client.call('GET', 'session', { token: access })).status).toBe(401)
  }
  reportAttack(task, 'G10', families, 'families of refresh tokens, each revoked by one that came twice')
})
