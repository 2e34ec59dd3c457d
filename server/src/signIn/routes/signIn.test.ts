import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, SignJWT } from 'jose'
import { SiweMessage } from 'siwe'
import { describe, expect, test } from 'vitest'
import { makeTestApp, makeTestFolder, modalOrigin, openTestSignIn, shopOrigin } from '../../../test/parts.ts'
import { bitcoinSigner, cosmosSigner, evmSigner, polkadotSigner, solanaSigner } from '../../../test/signers.ts'
import {
  errorCodeOfResponse,
  makeSignInSite,
  makeTimedSignInSite,
  minuteMs,
  sendSignIn,
  signerAccount,
  signInNetworks,
  signInStartMs,
  type TestSigner,
  writeSignInMessage,
} from '../../../test/siwx.ts'
import { openSigningKey } from '../signingKey.ts'

test.each<[string, TestSigner]>([
  ['Ethereum', evmSigner()],
  ['Base', evmSigner(7, 'eip155:8453')],
  ['Solana', solanaSigner()],
  ['Bitcoin, P2WPKH by BIP-322', bitcoinSigner('p2wpkh')],
  ['Bitcoin, P2TR by BIP-322', bitcoinSigner('p2tr')],
  ['Bitcoin, P2WPKH in P2SH by BIP-322', bitcoinSigner('nested')],
  ['Bitcoin, P2PKH by its message signature', bitcoinSigner('p2pkh')],
  ['Bitcoin, P2WPKH by the message signature of the oldest kind', bitcoinSigner('p2wpkh', 'p2pkh')],
  ['Bitcoin, P2TR by the message signature of the oldest kind', bitcoinSigner('p2tr', 'p2pkh')],
  ['Polkadot, sr25519', polkadotSigner('sr25519')],
  ['Polkadot, ed25519', polkadotSigner('ed25519')],
  ['Polkadot, an address of no network in particular', polkadotSigner('sr25519', 42)],
  ['Cosmos Hub', cosmosSigner()],
])('signs in with an account of %s', async (_, signer) => {
  const site = await makeSignInSite()
  const { status, json } = await sendSignIn(site, signer)
  expect([status, json.reasons]).toEqual([200, undefined])
  expect(decodeJwt(json.token)).toMatchObject({
    iss: modalOrigin,
    aud: shopOrigin,
    sub: signerAccount(signer),
    address: signer.address,
  })
  expect(await (await site.authorized('/auth/v1/me', json.token)).json()).toMatchObject({ sub: signerAccount(signer) })
})

test('accepts a signed message that the siwe package wrote', async () => {
  const site = await makeSignInSite()
  const signer = evmSigner()
  const { nonce, issuedAt } = await (await site.call('/auth/v1/nonce')).json()
  const message = new SiweMessage({
    scheme: 'https',
    domain: 'shop.example',
    address: signer.address,
    uri: 'https://shop.example/',
    version: '1',
    chainId: 1,
    nonce,
    issuedAt,
    requestId: 'order-7',
    resources: ['https://shop.example/terms'],
  }).prepareMessage()
  const response = await site.post({
    message,
    signature: await signer.sign(message),
    caipAddress: signerAccount(signer),
  })
  expect(response.status).toBe(200)
})

describe('nonces', () => {
  test('accepts a nonce only once if a hundred concurrent sign-ins use it', async () => {
    const site = await makeSignInSite()
    const message = writeSignInMessage(evmSigner(), { nonce: await site.nonce() })
    const body = { message, signature: await evmSigner().sign(message), caipAddress: signerAccount(evmSigner()) }
    const responses = await Promise.all(Array.from({ length: 100 }, () => site.post(body)))
    const codes = await Promise.all(responses.filter(({ ok }) => !ok).map(errorCodeOfResponse))
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1)
    expect(codes).toEqual(Array(99).fill('SIWX_NONCE_INVALID'))
  })

  test('a sign-in uses up its nonce even if the signature is wrong', async () => {
    const site = await makeSignInSite()
    const message = writeSignInMessage(solanaSigner(), { nonce: await site.nonce() })
    const body = { message, caipAddress: signerAccount(solanaSigner()) }
    await site.post({ ...body, signature: solanaSigner(8).sign(message) })
    expect(await errorCodeOfResponse(await site.post({ ...body, signature: solanaSigner().sign(message) }))).toBe(
      'SIWX_NONCE_INVALID',
    )
  })

  test('a nonce expires after five minutes', async () => {
    const { site, time, at } = await makeTimedSignInSite()
    const [one, other] = [await site.nonce(), await site.nonce()]
    time.ms += 5 * minuteMs - 1_000
    expect((await sendSignIn(site, evmSigner(), { nonce: one, issuedAt: at() })).status).toBe(200)
    time.ms += 1_000
    const late = await sendSignIn(site, evmSigner(), { nonce: other, issuedAt: at() })
    expect(late.json.reasons[0].code).toBe('SIWX_NONCE_INVALID')
  })

  test('a nonce is valid only for the site and project that requested it', async () => {
    const app = await makeTestApp(
      ['one', 'two'].map((id) => ({
        id,
        name: id,
        allowedOrigins: [shopOrigin, 'https://other.example'],
        networks: signInNetworks,
      })),
    )
    const nonceFor = async (projectId: string, origin: string) => {
      const response = await app(`${modalOrigin}/auth/v1/nonce?projectId=${projectId}`, { headers: { Origin: origin } })
      return (await response.json()).nonce
    }
    const use = async (nonce: string) => {
      const message = writeSignInMessage(evmSigner(), { nonce })
      const response = await app(`${modalOrigin}/auth/v1/authenticate?projectId=one`, {
        method: 'POST',
        headers: { Origin: shopOrigin },
        body: JSON.stringify({
          message,
          signature: await evmSigner().sign(message),
          caipAddress: signerAccount(evmSigner()),
        }),
      })
      return response.ok ? 'in' : errorCodeOfResponse(response)
    }
    expect(await use(await nonceFor('two', shopOrigin))).toBe('SIWX_NONCE_INVALID')
    expect(await use(await nonceFor('one', 'https://other.example'))).toBe('SIWX_NONCE_INVALID')
    expect(await use(await nonceFor('one', shopOrigin))).toBe('in')
  })
})

describe('requesting sites', () => {
  test("takes the requesting site from the host page's Origin header, or from the query of the modal and of back ends", async () => {
    const { app } = await makeSignInSite()
    const ask = async (query: string, headers: Record<string, string>) =>
      (await app(`${modalOrigin}/auth/v1/nonce${query}`, { headers })).status
    expect(await ask('', { Origin: shopOrigin })).toBe(200)
    expect(await ask(`?origin=${shopOrigin}`, { Origin: modalOrigin })).toBe(200)
    expect(await ask(`?origin=${shopOrigin}`, {})).toBe(200)
    expect(await ask('', { Origin: modalOrigin })).toBe(403)
    expect(await ask('?origin=https://evil.example', { Origin: modalOrigin })).toBe(403)
    expect(await ask('?origin=https://evil.example', {})).toBe(403)
    expect(await ask('', { Origin: 'https://evil.example' })).toBe(403)
    expect(await ask('', {})).toBe(403)
  })

  test("rejects the sign-in of a host page that names another site's origin in the query", async () => {
    const site = await makeSignInSite()
    const message = writeSignInMessage(evmSigner(), { nonce: await site.nonce() })
    const body = { message, signature: await evmSigner().sign(message), caipAddress: signerAccount(evmSigner()) }
    const response = await site.app(`${modalOrigin}/auth/v1/authenticate?origin=${shopOrigin}`, {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(403)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull()
  })

  test.each([
    ['/auth/v1/nonce', 'GET'],
    ['/auth/v1/authenticate', 'POST'],
    ['/auth/v1/me', 'GET'],
    ['/auth/v1/sign-out', 'POST'],
  ])('the preflight answer allows the site to send its session token to %s', async (path, method) => {
    const { call } = await makeSignInSite()
    const response = await call(path, { method: 'OPTIONS' })
    expect(response.status).toBe(204)
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(shopOrigin)
    expect(response.headers.get('Access-Control-Allow-Methods')).toBe(method)
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('Authorization, Content-Type')
  })

  test('limits the sign-in requests of one IP address', async () => {
    const { site } = await makeTimedSignInSite()
    const statuses = await Promise.all(Array.from({ length: 201 }, async () => (await site.call('/auth/v1/me')).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })
})

describe('session tokens', () => {
  test('a session token expires after 15 minutes and is renewed while the session is valid', async () => {
    const { site, time, at } = await makeTimedSignInSite()
    const { json } = await sendSignIn(site, evmSigner(), { issuedAt: at() })
    expect(decodeJwt(json.token)).toMatchObject({ iat: signInStartMs / 1_000, exp: signInStartMs / 1_000 + 15 * 60 })
    time.ms += 2 * 24 * 60 * minuteMs
    const me = await (await site.authorized('/auth/v1/me', json.token)).json()
    expect(decodeJwt(me.token).exp).toBe(time.ms / 1_000 + 15 * 60)
    time.ms += 6 * 24 * 60 * minuteMs
    expect(await errorCodeOfResponse(await site.authorized('/auth/v1/me', me.token))).toBe('SIWX_SESSION_INVALID')
  })

  test('a session token expires no later than the signed message', async () => {
    const { site, time, at } = await makeTimedSignInSite()
    const expirationTime = new Date(signInStartMs + 5 * minuteMs).toISOString()
    const { json } = await sendSignIn(site, evmSigner(), {
      issuedAt: at(),
      more: [`Expiration Time: ${expirationTime}`],
    })
    expect(decodeJwt(json.token).exp).toBe(signInStartMs / 1_000 + 5 * 60)
    time.ms += 5 * minuteMs
    expect((await site.authorized('/auth/v1/me', json.token)).status).toBe(401)
  })

  test('rejects the session tokens of a signed-out visitor, also after a restart of the server', async () => {
    const dataDir = await makeTestFolder()
    const site = await makeSignInSite({ signIn: await openTestSignIn(dataDir) })
    const [one, other] = [
      (await sendSignIn(site, evmSigner())).json.token,
      (await sendSignIn(site, evmSigner())).json.token,
    ]
    const renewed = (await (await site.authorized('/auth/v1/me', one)).json()).token
    expect((await site.authorized('/auth/v1/sign-out', one, 'POST')).status).toBe(204)
    const again = await makeSignInSite({ signIn: await openTestSignIn(dataDir) })
    for (const server of [site, again]) {
      expect(await errorCodeOfResponse(await server.authorized('/auth/v1/me', one))).toBe('SIWX_SESSION_INVALID')
      expect(await errorCodeOfResponse(await server.authorized('/auth/v1/me', renewed))).toBe('SIWX_SESSION_INVALID')
      expect((await server.authorized('/auth/v1/me', other)).status).toBe(200)
    }
  })

  test('rejects a session token that was changed or signed by another key', async () => {
    const site = await makeSignInSite()
    const { token } = (await sendSignIn(site, evmSigner())).json
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const claims = decodeJwt(token)
    const foreign = await openSigningKey(await makeTestFolder())
    const secret = new TextEncoder().encode(
      JSON.stringify((await (await site.call('/.well-known/jwks.json')).json()).keys[0]),
    )
    const tokens = [
      '',
      'x.y.z',
      `${header}.${payload}.`,
      `${encode({ alg: 'none' })}.${payload}.`,
      `${header}.${encode({ ...claims, sub: 'eip155:1:0x0' })}.${signature}`,
      await new SignJWT(claims)
        .setProtectedHeader({ ...decodeProtectedHeader(token), alg: 'ES256' })
        .sign(foreign.privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret),
    ]
    for (const changed of tokens) expect((await site.authorized('/auth/v1/me', changed)).status).toBe(401)
  })

  test('a session token is valid only for its own site and project', async () => {
    const allowedOrigins = [shopOrigin, 'https://other.example']
    const app = await makeTestApp(
      ['one', 'two'].map((id) => ({ id, name: id, allowedOrigins, networks: signInNetworks })),
    )
    const call = (path: string, init: RequestInit = {}, origin = shopOrigin) =>
      app(`${modalOrigin}${path}`, { ...init, headers: { Origin: origin, ...init.headers } })
    const { nonce } = await (await call('/auth/v1/nonce?projectId=one')).json()
    const message = writeSignInMessage(evmSigner(), { nonce })
    const body = JSON.stringify({
      message,
      signature: await evmSigner().sign(message),
      caipAddress: signerAccount(evmSigner()),
    })
    const { token } = await (await call('/auth/v1/authenticate?projectId=one', { method: 'POST', body })).json()
    const headers = { Authorization: `Bearer ${token}` }
    expect((await call('/auth/v1/me?projectId=one', { headers })).status).toBe(200)
    expect((await call('/auth/v1/me?projectId=two', { headers })).status).toBe(401)
    expect((await call('/auth/v1/me?projectId=one', { headers }, 'https://other.example')).status).toBe(401)
  })

  test('the published keys verify a session token and contain no secret', async () => {
    const site = await makeSignInSite()
    const { token } = (await sendSignIn(site, evmSigner())).json
    const response = await site.app(`${modalOrigin}/.well-known/jwks.json`)
    const jwks = await response.json()
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(Object.keys(jwks.keys[0]).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    await jwtVerify(token, createLocalJWKSet(jwks), { issuer: modalOrigin, audience: shopOrigin })
  })
})

test('a sign-in logs nothing that identifies the visitor', async () => {
  const written: string[] = []
  const site = await makeSignInSite({
    log: { write: (event, fields) => void written.push(JSON.stringify([event, fields])), flush: () => undefined },
  })
  const { body, json } = await sendSignIn(site, evmSigner())
  await site.post({ ...body, signature: '0x00' })
  await site.authorized('/auth/v1/sign-out', json.token, 'POST')
  const secrets = [
    evmSigner().address,
    body.signature,
    json.token,
    json.token.split('.')[2],
    'Sign in to Shop',
    'shop.example',
  ]
  expect(written.length).toBeGreaterThan(3)
  for (const secret of secrets) expect(written.join('\n').toLowerCase()).not.toContain(secret.toLowerCase())
})
