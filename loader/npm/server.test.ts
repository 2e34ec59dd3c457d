import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { type TokenClaims, verifyToken } from './server.ts'

const audience = 'https://shop.example'
const account = 'eip155:1:0x1111111111111111111111111111111111111111'

/** An AppKit server that only publishes its keys. */
const startServer = async (hostname = '127.0.0.1') => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig' }] })
  const server = createServer(({ url }, response) => response.end(url === '/.well-known/jwks.json' ? keys : '{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const modalOrigin = `http://${hostname}:${(server.address() as AddressInfo).port}`
  const sign = (claims: Partial<TokenClaims> = {}, key = privateKey) =>
    new SignJWT({ iss: modalOrigin, aud: audience, sub: account, exp: Date.now() / 1_000 + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256' })
      .sign(key)
  return { modalOrigin, sign }
}

test('returns the claims of a token that the server signed for this site', async () => {
  const { modalOrigin, sign } = await startServer()
  const claims = await verifyToken(await sign(), { modalOrigin: `${modalOrigin}/`, audience })
  expect(claims).toMatchObject({ sub: account, aud: audience, iss: modalOrigin })
})

test('finds the keys of a server in development under a name that Node does not resolve', async () => {
  const { modalOrigin, sign } = await startServer('nobody-resolves-this.localhost')
  expect(await verifyToken(await sign(), { modalOrigin, audience })).toMatchObject({ iss: modalOrigin })
})

test.each([
  ['for another site', { aud: 'https://other.example' }],
  ['of another server', { iss: 'https://modal.other.example' }],
  ['that has expired', { exp: 1 }],
])('refuses a token %s', async (_, claims) => {
  const { modalOrigin, sign } = await startServer()
  await expect(verifyToken(await sign(claims), { modalOrigin, audience })).rejects.toThrow()
})

test('refuses a token that another key signed', async () => {
  const { modalOrigin, sign } = await startServer()
  const { privateKey } = await generateKeyPair('ES256')
  await expect(verifyToken(await sign({}, privateKey), { modalOrigin, audience })).rejects.toThrow('signature')
})
