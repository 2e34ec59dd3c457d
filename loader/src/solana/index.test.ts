import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AccountState, JsonRpcRequest } from '../../protocol/api/frameApi.ts'
import { fromBase58, toBase58, toBase64 } from '../page/bytes.ts'
import type { SolanaSigningInput } from './hook.ts'
import { createSolanaSigning } from './index.ts'

const address = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
const other = '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu'
const connectedAccount = { address, publicKey: fromBase58(address), chains: ['solana:devnet'] }
const signature = new Uint8Array(64).fill(7)
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (message: unknown) => new TextDecoder().decode(message as Uint8Array)

type Answer = Record<string, string | string[]> | Error
const start = (answers: Record<string, Answer>, accounts = [connectedAccount]) => {
  const requests: JsonRpcRequest[] = []
  const account: AccountState = { status: 'connected', methods: Object.keys(answers) }
  const signing = createSolanaSigning([
    async (request) => {
      requests.push(request)
      const answer = answers[request.method]
      if (answer instanceof Error) throw answer
      return answer
    },
    () => account,
    async () => ({ accounts }),
  ])
  return { signing, requests }
}
const input = (fields: Partial<SolanaSigningInput>) => fields as SolanaSigningInput
const signed = { signature: toBase58(signature) }

afterEach(() => vi.unstubAllGlobals())

describe('solana sign-in', () => {
  // The example of https://github.com/phantom/sign-in-with-solana, with every field of the message.
  const signInInput = {
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

  test('uses the wallet’s solana_signIn and returns the message that it signed', async () => {
    const answer = { address, message: toBase58(bytes('message of the wallet')), ...signed }
    const { signing, requests } = start({ solana_signIn: answer, solana_signMessage: signed })
    const [output] = await signing.signIn([input(signInInput)])
    expect(requests).toEqual([{ method: 'solana_signIn', params: signInInput }])
    expect(output).toMatchObject({
      account: connectedAccount,
      signedMessage: bytes('message of the wallet'),
      signature,
    })
  })

  test('a sign-in returns the account that the visitor chose in the wallet', async () => {
    const { signing } = start({ solana_signIn: { address: other, message: '', ...signed } })
    const [output] = await signing.signIn([])
    expect(output).toMatchObject({ account: { address: other, publicKey: fromBase58(other) } })
  })

  test('asks a wallet without solana_signIn to sign the same message', async () => {
    const { signing, requests } = start({ solana_signMessage: signed })
    const [output] = await signing.signIn([input(signInInput)])
    expect(requests).toEqual([
      { method: 'solana_signMessage', params: { message: toBase58(bytes(text)), pubkey: address } },
    ])
    expect(output).toMatchObject({ account: connectedAccount, signature })
    expect(textOf((output as { signedMessage: Uint8Array }).signedMessage)).toBe(text)
  })

  test('names the host and the account in the message if there is no input', async () => {
    vi.stubGlobal('location', { host: 'shop.example' })
    const { signing } = start({ solana_signMessage: signed })
    const [output] = await signing.signIn([])
    expect(textOf((output as { signedMessage: Uint8Array }).signedMessage)).toBe(
      `shop.example wants you to sign in with your Solana account:\n${address}`,
    )
  })

  test.each([
    ['another account than the connected one', [connectedAccount], { address: other }],
    ['no connected account', [], {}],
  ])('rejects a sign-in for %s and asks no wallet', async (_name, accounts, fields) => {
    const { signing, requests } = start({ solana_signIn: signed }, accounts)
    await expect(signing.signIn([input(fields)])).rejects.toMatchObject({ code: 4100 })
    expect(requests).toEqual([])
  })
})

test('asks the wallet for the next signature only after the previous message is signed', async () => {
  const { signing, requests } = start({ solana_signMessage: new Error('no') })
  const inputs = ['first', 'second'].map((text) => input({ account: connectedAccount, message: bytes(text) }))
  await expect(signing.signMessage(inputs)).rejects.toThrow('no')
  expect(requests).toHaveLength(1)
})

describe('transaction signing', () => {
  // A legacy transaction with one account, which is also its only signer.
  const transaction = Uint8Array.from([
    1,
    ...new Uint8Array(64),
    1,
    0,
    0,
    1,
    ...connectedAccount.publicKey,
    ...new Uint8Array(32),
    0,
  ])
  const transactionInput = input({ account: connectedAccount, transaction, options: { skipPreflight: true } })

  test('returns the transaction that the wallet signed', async () => {
    const whole = transaction.with(1, 9)
    const { signing } = start({ solana_signTransaction: { ...signed, transaction: toBase64(whole) } })
    expect(await signing.signTransaction([transactionInput])).toEqual([{ signedTransaction: whole }])
  })

  test('inserts the signature into the transaction if the wallet returns only a signature', async () => {
    const { signing } = start({ solana_signTransaction: signed })
    const [output] = await signing.signTransaction([transactionInput])
    const { signedTransaction } = output as { signedTransaction: Uint8Array }
    expect(signedTransaction.slice(1, 65)).toEqual(signature)
    expect(transaction.slice(1, 65)).toEqual(new Uint8Array(64))
  })

  test('asks once for several transactions', async () => {
    const whole = [transaction.with(1, 8), transaction.with(1, 9)]
    const { signing, requests } = start({ solana_signAllTransactions: { transactions: whole.map(toBase64) } })
    const inputs = whole.map(() => transactionInput)
    expect(await signing.signTransaction(inputs)).toEqual(whole.map((signedTransaction) => ({ signedTransaction })))
    const encoded = toBase64(transaction)
    expect(requests).toEqual([{ method: 'solana_signAllTransactions', params: { transactions: [encoded, encoded] } }])
  })

  test('asks for each of several transactions if the wallet signs only one at a time', async () => {
    const { signing, requests } = start({ solana_signTransaction: signed })
    expect(await signing.signTransaction([transactionInput, transactionInput])).toHaveLength(2)
    expect(requests.map(({ method }) => method)).toEqual(['solana_signTransaction', 'solana_signTransaction'])
  })

  test('rejects if the wallet returns fewer transactions than it was asked to sign', async () => {
    const { signing } = start({ solana_signAllTransactions: { transactions: [toBase64(transaction)] } })
    await expect(signing.signTransaction([transactionInput, transactionInput])).rejects.toMatchObject({
      reason: 'WALLET_ERROR',
    })
  })

  test('sends the transaction with the options of the page', async () => {
    const { signing, requests } = start({ solana_signAndSendTransaction: signed })
    expect(await signing.signAndSendTransaction([transactionInput])).toEqual([{ signature }])
    expect(requests).toEqual([
      {
        method: 'solana_signAndSendTransaction',
        params: { transaction: toBase64(transaction), sendOptions: { skipPreflight: true } },
      },
    ])
  })
})
