import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { accountOf, makeSite, type Signer, writeMessage } from '../../test/siwx.ts'

const account = privateKeyToAccount('0x4f3edf983ac636a65a842ce7c78d9aa706d3b113bce9c46f30d7d21715b23b1d')
const signer: Signer = {
  caipNetworkId: 'eip155:1',
  networkName: 'Ethereum',
  address: account.address,
  sign: (message) => account.signMessage({ message }),
}

test('a signed message becomes a session', async () => {
  const site = await makeSite()
  const message = writeMessage(signer, { nonce: await site.nonce() })
  const response = await site.post({ message, signature: await signer.sign(message), caipAddress: accountOf(signer) })
  const json = await response.json()
  expect([response.status, json.reasons]).toEqual([200, undefined])
  const me = await site.authorized('/auth/v1/me', json.token)
  expect(await me.json()).toMatchObject({ sub: accountOf(signer), aud: 'https://shop.example' })
})
