import { formatSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { base58, hex } from '@scure/base'
import { Verifier as BitcoinVerifier } from 'bip322-js'
import { SiweMessage } from 'siwe'
import { recoverMessageAddress } from 'viem'
import { expect, test } from 'vitest'
import { changeBase64Signature, mirrorBip137, mirrorEvmSignature, mirrorP2wpkhWitness } from '../../../test/mangle.ts'
import { bitcoinSigner as bitcoinWallet, evmSigner } from '../../../test/signers.ts'
import { bip122Verifier } from './bip122.ts'
import { eip155Verifier } from './eip155.ts'
import { solanaVerifier } from './solana.ts'

const network = (caipNetworkId: string) => ({
  caipNetworkId,
  chainNamespace: 'bip122' as const,
  id: caipNetworkId.slice(caipNetworkId.indexOf(':') + 1),
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 8 },
})
const bitcoin = network('bip122:000000000019d6689c085ae165831e93')
const nobody = () => Promise.reject(new Error('no chain is asked'))

/** Examples from BIP-322 and bitcoinjs-message. */
test.each([
  [
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
  [
    '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
    'This is an example of a signed message.',
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  ],
])('verifies the published Bitcoin signature of %s over %j', async (address, message, signature) => {
  expect(await bip122Verifier.verify({ message, signature, address, network: bitcoin }, nobody)).toBe(true)
  expect(BitcoinVerifier.verifySignature(address, message, signature)).toBe(true)
  expect(await bip122Verifier.verify({ message: `${message}!`, signature, address, network: bitcoin }, nobody)).toBe(
    false,
  )
})

/** The EIP-191 example of web3.js's documentation. */
test('verifies the signature of the EIP-191 example', async () => {
  const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'
  const signature =
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'
  expect(
    await eip155Verifier.verify({ message: 'Some data', signature, address, network: network('eip155:1') }, nobody),
  ).toBe(true)
})

/** The examples of RFC 8032, section 7.1, tests 1 and 2. */
test.each([
  [
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    '',
    'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  ],
  [
    '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    'r',
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  ],
])('verifies the Ed25519 example of key %s', async (key, message, signature) => {
  const signed = {
    message,
    signature: base58.encode(hex.decode(signature)),
    address: base58.encode(hex.decode(key)),
    network: network('solana:x'),
  }
  expect(await solanaVerifier.verify(signed, nobody)).toBe(true)
})

test('writes eip155 messages that the siwe package parses, with and without a statement', () => {
  const message = {
    domain: 'shop.example',
    accountAddress: '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
    chainId: 'eip155:8453',
    uri: 'https://shop.example/cart?item=7',
    version: '1',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-01-02T03:04:05.678Z',
    expirationTime: '2026-01-02T04:04:05.678Z',
    notBefore: '2026-01-02T03:04:05.678Z',
    requestId: 'order-7',
    resources: ['https://shop.example/terms'],
  }
  for (const whole of [message, { ...message, statement: 'Sign in to Shop: 100, really!' }]) {
    const { accountAddress, ...rest } = whole
    const text = formatSiwxMessage(whole, { caipNetworkId: 'eip155:8453', name: 'Base' })
    const parsed = new SiweMessage(text)
    expect(parsed).toMatchObject({ ...rest, chainId: 8453, address: accountAddress })
    expect(parsed.prepareMessage()).toBe(text)
  }
})

test('the test helpers that negate the value s of a signature return signatures that other libraries accept', async () => {
  const message = 'Hello'
  const evmSignature = mirrorEvmSignature(await evmSigner().sign(message)) as `0x${string}`
  expect(await recoverMessageAddress({ message, signature: evmSignature })).toBe(evmSigner().address)
  const taken = ([kind, change]: ['p2pkh' | 'p2wpkh', (bytes: Uint8Array) => Uint8Array]) => {
    const { address, sign } = bitcoinWallet(kind)
    return BitcoinVerifier.verifySignature(address, message, changeBase64Signature(change)(String(sign(message))))
  }
  expect(taken(['p2pkh', mirrorBip137])).toBe(true)
  expect(taken(['p2wpkh', mirrorP2wpkhWitness])).toBe(true)
})
