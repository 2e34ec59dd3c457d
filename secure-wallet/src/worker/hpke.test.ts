import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { generateKeyPair, type KeyPair, setupBaseSender, setupPskRecipient } from './hpke.ts'

/** Test vector of RFC 9180, appendix A.3.1, for base mode. */
const base = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  pkEm: '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  skEm: '4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb',
  pkRm: '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  pt: '4265617574792069732074727574682c20747275746820626561757479',
  aad: '436f756e742d30',
  ct: '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
}
const baseExports = [
  ['', '5e9bc3d236e1911d95e65b576a8a86d478fb827e8bdfe77b741b289890490d4d'],
  ['00', '6cff87658931bda83dc857e6353efe4987a201b849658d9b047aab4cf216e796'],
  ['54657374436f6e74657874', 'd8f1ea7942adbba7412c6d431c62d01371ea476b823eb697e1f6e6cae1dab85a'],
] as const
/** Test vector of RFC 9180, appendix A.3.2, for PSK mode. */
const psk = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  pkRm: '040d97419ae99f13007a93996648b2674e5260a8ebd2b822e84899cd52d87446ea394ca76223b76639eccdf00e1967db10ade37db4e7db476261fcc8df97c5ffd1',
  skRm: '438d8bcef33b89e0e9ae5eb0957c353c25a94584b0dd59c991372a75b43cb661',
  psk: '0247fd33b913760fa1fa51e1892d9f307fbe65eb171e8132c2af18555a738b82',
  pskId: '456e6e796e20447572696e206172616e204d6f726961',
  enc: '04305d35563527bce037773d79a13deabed0e8e7cde61eecee403496959e89e4d0ca701726696d1485137ccb5341b3c1c7aaee90a4a02449725e744b1193b53b5f',
  pt: '4265617574792069732074727574682c20747275746820626561757479',
  aad: '436f756e742d30',
  ct: '90c4deb5b75318530194e4bb62f890b019b1397bbf9d0d6eb918890e1fb2be1ac2603193b60a49c2126b75d0eb',
}

const hex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(text))
const readKeyPair = async (secret: string, raw: string): Promise<KeyPair> => {
  const [d, x, y] = [secret, raw.slice(2, 66), raw.slice(66)].map((part) =>
    Buffer.from(part, 'hex').toString('base64url'),
  )
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const jwk = { kty: 'EC', crv: 'P-256', d, x, y } as JsonWebKey
  return { privateKey: await crypto.subtle.importKey('jwk', jwk, curve, false, ['deriveBits']), publicKey: hex(raw) }
}

test('produces the ciphertext and exported secrets of RFC 9180 in base mode', async () => {
  const sender = await setupBaseSender(hex(base.pkRm), hex(base.info), await readKeyPair(base.skEm, base.pkEm))
  expect(bytesToHex(sender.enc)).toBe(base.pkEm)
  expect(bytesToHex(await sender.seal(hex(base.pt), hex(base.aad)))).toBe(base.ct)
  for (const [label, secret] of baseExports) expect(bytesToHex(sender.exportSecret(hex(label), 32))).toBe(secret)
})

test('opens the ciphertext of RFC 9180 in PSK mode', async () => {
  const keys = await readKeyPair(psk.skRm, psk.pkRm)
  const shared = { key: hex(psk.psk), id: hex(psk.pskId) }
  const recipient = await setupPskRecipient(keys, hex(psk.enc), hex(psk.info), shared)
  expect(bytesToHex(await recipient.open(hex(psk.ct), hex(psk.aad)))).toBe(psk.pt)
})

test.each(['enc', 'info', 'psk', 'pskId', 'ct', 'aad'] as const)(
  'decrypts nothing after one bit of %s has changed',
  async (part) => {
    const changed = { ...psk, [part]: bytesToHex(hex(psk[part]).map((byte, at) => (at === 1 ? byte ^ 1 : byte))) }
    const keys = await readKeyPair(psk.skRm, psk.pkRm)
    const shared = { key: hex(changed.psk), id: hex(changed.pskId) }
    const open = async () => {
      const recipient = await setupPskRecipient(keys, hex(changed.enc), hex(changed.info), shared)
      return recipient.open(hex(changed.ct), hex(changed.aad))
    }
    await expect(open()).rejects.toThrow()
  },
)

test('an HPKE context seals only one message', async () => {
  const sender = await setupBaseSender(hex(base.pkRm), hex(base.info))
  await sender.seal(utf8ToBytes('first') as Uint8Array<ArrayBuffer>)
  await expect(sender.seal(utf8ToBytes('second') as Uint8Array<ArrayBuffer>)).rejects.toThrow('one message')
})

test('generates a new key pair for every sender', async () => {
  const senders = await Promise.all(Array.from({ length: 20 }, () => setupBaseSender(hex(base.pkRm), hex(base.info))))
  expect(new Set(senders.map(({ enc }) => bytesToHex(enc))).size).toBe(20)
})

test('exchanges messages with another implementation of HPKE', async () => {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() })
  const info = hex(base.info)
  const theirs = await suite.kem.generateKeyPair()
  const sender = await setupBaseSender(new Uint8Array(await suite.kem.serializePublicKey(theirs.publicKey)), info)
  const sealed = await sender.seal(hex(base.pt))
  const recipient = await suite.createRecipientContext({ recipientKey: theirs, enc: sender.enc, info })
  expect(new Uint8Array(await recipient.open(sealed))).toEqual(hex(base.pt))
  const exported = new Uint8Array(await recipient.export(hex('00'), 32))
  expect(exported).toEqual(sender.exportSecret(hex('00'), 32))

  const own = await generateKeyPair()
  const recipientPublicKey = await suite.kem.deserializePublicKey(own.publicKey)
  const shared = { key: exported, id: sender.enc }
  const answer = await suite.createSenderContext({ recipientPublicKey, info, psk: shared })
  const back = await answer.seal(hex(base.pt))
  const reader = await setupPskRecipient(own, new Uint8Array(answer.enc), info, shared)
  expect(await reader.open(new Uint8Array(back))).toEqual(hex(base.pt))
})
