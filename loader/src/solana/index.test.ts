import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AccountState, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import { fromBase58, toBase58, toBase64 } from '../page/bytes.ts'
import type { SigningInput } from './hook.ts'
import { createSigning } from './index.ts'

const address = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const other = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu'
const own = { address, publicKey: fromBase58(address), chains: ['solana:devnet'] }
const signature = new Uint8Array(64).fill(7)
const bytes = (text: string) => new TextEncoder().encode(text)
const words = (message: unknown) => new TextDecoder().decode(message as Uint8Array)

type Answer = Record<string, string> | Error
const start = (answers: Record<string, Answer>, accounts = [own]) => {
  const asked: JsonRpcRequest[] = []
  const account: AccountState = { status: 'connected', methods: Object.keys(answers) }
  const signing = createSigning([
    async (request) => {
      asked.push(request)
      const answer = answers[request.method]
      if (answer instanceof Error) throw answer
      return answer
    },
    () => account,
    async () => ({ accounts }),
  ])
  return { signing, asked }
}
const input = (own: Partial<SigningInput>) => own as SigningInput
const signed = { signature: toBase58(signature) }

afterEach(() => vi.unstubAllGlobals())

describe('signing in', () => {
  // The example of https://github.com/phantom/sign-in-with-solana, with all that may stand in it.
  const asked = {
    domain: 'example.com',
    statement: 'Sign in',
    uri: 'https://example.com/login',
    version: '1',
    chainId: 'mainnet',
    nonce: '32891756',
    issuedAt: '2026-01-01T00:00:00.000Z',
    expirationTime: '2026-01-02T00:00:00.000Z',
    notBefore: '2026-01-01T00:00:00.000Z',
    requestId: 'q-1',
    resources: ['https://example.com/one', 'https://example.com/two'],
  }
  const text = [
    'example.com wants you to sign in with your Solana account:',
    address,
    '',
    'Sign in',
    '',
    'URI: https://example.com/login',
    'Version: 1',
    'Chain ID: mainnet',
    'Nonce: 32891756',
    'Issued At: 2026-01-01T00:00:00.000Z',
    'Expiration Time: 2026-01-02T00:00:00.000Z',
    'Not Before: 2026-01-01T00:00:00.000Z',
    'Request ID: q-1',
    'Resources:',
    '- https://example.com/one',
    '- https://example.com/two',
  ].join('\n')

  test('is the wallet’s own affair where it knows how, and what it signed goes to the page', async () => {
    const answer = { address, message: toBase58(bytes('its own words')), ...signed }
    const { signing, asked: requests } = start({ solana_signIn: answer, solana_signMessage: signed })
    const [output] = await signing.signIn([input(asked)])
    expect(requests).toEqual([{ method: 'solana_signIn', params: asked }])
    expect(output).toMatchObject({ account: own, signedMessage: bytes('its own words'), signature })
  })

  test('names the account that the visitor chose in the wallet', async () => {
    const { signing } = start({ solana_signIn: { address: other, message: '', ...signed } })
    const [output] = await signing.signIn([])
    expect(output).toMatchObject({ account: { address: other, publicKey: fromBase58(other) } })
  })

  test('asks any other wallet for the same message', async () => {
    const { signing, asked: requests } = start({ solana_signMessage: signed })
    const [output] = await signing.signIn([input(asked)])
    expect(requests).toEqual([
      { method: 'solana_signMessage', params: { message: toBase58(bytes(text)), pubkey: address } },
    ])
    expect(output).toMatchObject({ account: own, signature })
    expect(words((output as { signedMessage: Uint8Array }).signedMessage)).toBe(text)
  })

  test('needs no input: then it names the page and the account', async () => {
    vi.stubGlobal('location', { host: 'shop.example' })
    const { signing } = start({ solana_signMessage: signed })
    const [output] = await signing.signIn([])
    expect(words((output as { signedMessage: Uint8Array }).signedMessage)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${address}`,
    )
  })

  test.each([
    ['another account than the connected one', [own], { address: other }],
    ['nobody’s', [], {}],
  ])('is refused for %s, and no wallet is asked', async (_name, accounts, asked) => {
    const { signing, asked: requests } = start({ solana_signIn: signed }, accounts)
    await expect(signing.signIn([input(asked)])).rejects.toMatchObject({ code: 4100 })
    expect(requests).toEqual([])
  })
})

test('of several messages the next is asked for when the one before is signed', async () => {
  const { signing, asked } = start({ solana_signMessage: new Error('no') })
  const inputs = ['one', 'two'].map((text) => input({ account: own, message: bytes(text) }))
  await expect(signing.signMessage(inputs)).rejects.toThrow('no')
  expect(asked).toHaveLength(1)
})

describe('a transaction', () => {
  // One signature, no header version, one account, which signs.
  const transaction = Uint8Array.from([
    1,
    ...new Uint8Array(64),
    1,
    0,
    0,
    1,
    ...own.publicKey,
    ...new Uint8Array(32),
    0,
  ])
  const asked = input({ account: own, transaction, options: { skipPreflight: true } })

  test('comes back as the wallet signed it', async () => {
    const whole = transaction.with(1, 9)
    const { signing } = start({ solana_signTransaction: { ...signed, transaction: toBase64(whole) } })
    expect(await signing.signTransaction([asked])).toEqual([{ signedTransaction: whole }])
  })

  test('gets the signature of a wallet that answers with nothing else', async () => {
    const { signing } = start({ solana_signTransaction: signed })
    const [output] = await signing.signTransaction([asked])
    const { signedTransaction } = output as { signedTransaction: Uint8Array }
    expect(signedTransaction.slice(1, 65)).toEqual(signature)
    expect(transaction.slice(1, 65)).toEqual(new Uint8Array(64))
  })

  test('is sent with the page’s options', async () => {
    const { signing, asked: requests } = start({ solana_signAndSendTransaction: signed })
    expect(await signing.signAndSendTransaction([asked])).toEqual([{ signature }])
    expect(requests).toEqual([
      {
        method: 'solana_signAndSendTransaction',
        params: { transaction: toBase64(transaction), sendOptions: { skipPreflight: true } },
      },
    ])
  })
})
