import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { expect, test, vi } from 'vitest'
import {
  createRpcWallet,
  hostOrigin,
  type RpcSurroundings,
  solanaAddress,
  testNetworks,
} from '../../../test/rpcScope.ts'
import { anyHash, createSolanaChain, me, person } from '../../../test/solanaChain.ts'
import type { NodeClient } from '../../session/node.ts'

const pay = (lamports = 1_500_000_000) => SystemProgram.transfer({ fromPubkey: me, toPubkey: person(10), lamports })

const ask = async (method: string, lamports: number) => {
  const chain = createSolanaChain()
  const transaction = chain.transaction([SystemProgram.transfer({ fromPubkey: me, toPubkey: person(10), lamports })])
  const { sent, ...wallet } = createRpcWallet(chain.node)
  const asked = wallet.ask(method, { transaction }, 'solana:local')
  ;(await wallet.card(0)).approve()
  const { signature } = (await asked) as { signature: string }
  return { sent, signature }
}

test.each([
  ['succeeds', 1_500_000_000, true],
  ['fails on the network', 9_000_000_000, false],
])('follows a sent Solana transaction that %s', async (_, lamports, isDone) => {
  const { sent, signature } = await ask('solana_signAndSendTransaction', lamports)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ network: testNetworks.at(-1), hash: signature })
  expect(await sent[0]?.readEnd()).toEqual({ isDone, hash: signature })
})

test('says of a sent Solana payment to a receiver of the site how much it is and who gets it', async () => {
  const receiver = 'Slow Mornings, till'
  const receivers = [{ name: receiver, account: `solana:local:${person(10).toBase58()}` }]
  const own = [{ origin: hostOrigin, name: 'Slow Mornings', receivers }]
  const paymentOf = async (sites: NonNullable<RpcSurroundings['sites']>, ...more: TransactionInstruction[]) => {
    const chain = createSolanaChain()
    const { ask, card, sent } = createRpcWallet(chain.node, { sites })
    const transaction = chain.transaction([pay(), ...more])
    const asked = ask('solana_signAndSendTransaction', { transaction }, 'solana:local')
    ;(await card(0)).approve()
    await asked
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    return sent[0]?.payment
  }
  expect(await paymentOf(own)).toEqual({ amount: '1.5 SOL', receiver })
  expect(await paymentOf([])).toBeUndefined()
  const other = SystemProgram.transfer({ fromPubkey: me, toPubkey: person(11), lamports: 1_000_000 })
  expect(await paymentOf(own, other)).toBeUndefined()
})

test('does not say that a Solana payment was made if the network could not simulate it', async () => {
  const chain = createSolanaChain()
  const receivers = [{ name: 'Till', account: `solana:local:${person(10).toBase58()}` }]
  const node: NodeClient = {
    ask: async (on, name, given) => (name === 'simulateTransaction' ? null : chain.node.ask(on, name, given)),
  }
  const { ask, card, sent } = createRpcWallet(node, { sites: [{ origin: hostOrigin, name: 'Shop', receivers }] })
  const transaction = chain.transaction([pay()])
  const asked = ask('solana_signAndSendTransaction', { transaction }, 'solana:local')
  ;(await card(0)).approve()
  await asked
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).not.toHaveProperty('payment')
})

test('says of no Solana transaction that it was sent if the wallet only signed it', async () => {
  const { sent } = await ask('solana_signTransaction', 1_500_000_000)
  expect(sent).toEqual([])
})

/** Sends a request whose card the visitor approves. `change` answers for the node in some methods. */
const approved = async (
  method: string,
  params: object,
  change: { [method: string]: (params: unknown) => unknown } = {},
) => {
  const chain = createSolanaChain()
  const node: NodeClient = {
    ask: async (on, name, given) => (change[name] ? change[name](given) : chain.node.ask(on, name, given)),
  }
  const wallet = createRpcWallet(node)
  const transaction = chain.transaction([pay()])
  const asked = wallet.ask(method, { transaction, ...params }, 'solana:local')
  asked.catch(() => undefined)
  const refused = asked.then(
    () => undefined,
    () => undefined,
  )
  const card = await Promise.race([wallet.card(0), refused])
  card?.approve()
  return { ...wallet, asked, card }
}

test.each<[string, object, object]>([
  ['no options', {}, {}],
  ['options', { options: { skipPreflight: true, maxRetries: 3 } }, { skipPreflight: true, maxRetries: 3 }],
  [
    'options under their other name',
    { sendOptions: { preflightCommitment: 'confirmed', minContextSlot: 0 } },
    { preflightCommitment: 'confirmed', minContextSlot: 0 },
  ],
  ['options under both names', { options: { maxRetries: 1 }, sendOptions: { maxRetries: 2 } }, { maxRetries: 1 }],
  ['an option that the wallet does not know', { options: { encoding: 'base58', mine: 1 } }, {}],
])('sends a Solana transaction with %s in base64', async (_, params, expected) => {
  const sent: unknown[] = []
  const sendTransaction = (given: unknown) => {
    sent.push(given)
    return 'signature'
  }
  const { asked } = await approved('solana_signAndSendTransaction', params, { sendTransaction })
  expect(await asked).toEqual({ signature: 'signature' })
  expect(sent).toEqual([[expect.any(String), { encoding: 'base64', ...expected }]])
  const [[wire]] = sent as [[string]]
  const { message, signatures } = VersionedTransaction.deserialize(base64.decode(wire))
  expect(ed25519.verify(signatures[0] ?? new Uint8Array(), message.serialize(), base58.decode(solanaAddress))).toBe(
    true,
  )
})

test.each<[string, object]>([
  ['an unknown commitment', { options: { preflightCommitment: 'soon' } }],
  ['retries below zero', { options: { maxRetries: -1 } }],
  ['a slot that is no number', { sendOptions: { minContextSlot: '5' } }],
  ['no text', { transaction: '' }],
  ['a text that is too long', { transaction: 'A'.repeat(2_004) }],
])('refuses a Solana transaction with %s', async (_, params) => {
  const { asked, cards } = await approved('solana_signAndSendTransaction', params)
  await expect(asked).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  expect(cards).toEqual([])
})

test('refuses more than ten Solana transactions at once, none, and those of another account', async () => {
  const chain = createSolanaChain()
  const transaction = chain.transaction([pay()])
  const ask = (params: object) => createRpcWallet(chain.node).ask('solana_signAllTransactions', params, 'solana:local')
  for (const count of [0, 11])
    await expect(ask({ transactions: Array(count).fill(transaction) })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  const pubkey = person(10).toBase58()
  await expect(ask({ transactions: [transaction], pubkey })).rejects.toMatchObject({ code: 'FOREIGN_ACCOUNT' })
})

test('says that a node gives no signature of a sent Solana transaction', async () => {
  const { asked } = await approved('solana_signAndSendTransaction', {}, { sendTransaction: () => null })
  await expect(asked).rejects.toMatchObject({ code: 'UNKNOWN_NODE_ERROR' })
})

test('asks again while no block holds a sent Solana transaction', async () => {
  const getSignatureStatuses = () => ({ value: [null] })
  const { asked, sent } = await approved('solana_signAndSendTransaction', {}, { getSignatureStatuses })
  await asked
  expect(await sent[0]?.readEnd()).toBeNull()
})

test('only the card of a simulated Solana transaction has the time of an estimate', async () => {
  const { card } = await approved('solana_signTransaction', {})
  expect(card?.frozen.proposal.estimatedAt).toBeGreaterThan(0)
  expect(card?.frozen.proposal.choices[0]?.fee).not.toBeNull()
  const failing = await approved('solana_signTransaction', {}, { simulateTransaction: () => null })
  expect(failing.card?.frozen.proposal.estimatedAt).toBeUndefined()
})

test('signs a Solana transaction for the account that the site names', async () => {
  const { asked } = await approved('solana_signTransaction', { pubkey: solanaAddress })
  const { signature, transaction } = (await asked) as { signature: string; transaction: string }
  const signed = VersionedTransaction.deserialize(base64.decode(transaction))
  expect(base58.encode(signed.signatures[0] ?? new Uint8Array())).toBe(signature)
})

test('counts no fee that another account pays, and refuses a transaction that this account need not sign', async () => {
  const chain = createSolanaChain()
  const made = (isSigner: boolean) => {
    const message = new TransactionMessage({
      payerKey: person(10),
      recentBlockhash: anyHash,
      instructions: [
        new TransactionInstruction({
          programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          data: Buffer.from('hello'),
          keys: [{ pubkey: me, isSigner, isWritable: false }],
        }),
      ],
    }).compileToV0Message()
    return base64.encode(new VersionedTransaction(message).serialize())
  }
  const { ask, card } = createRpcWallet(chain.node)
  ask('solana_signTransaction', { transaction: made(true) }, 'solana:local').catch(() => undefined)
  expect((await card(0)).frozen.proposal.choices[0]?.fee).toBeNull()
  const unsigned = ask('solana_signTransaction', { transaction: made(false) }, 'solana:local')
  await expect(unsigned).rejects.toMatchObject({ code: 'FOREIGN_ACCOUNT' })
})

test('signs each of several Solana transactions', async () => {
  const chain = createSolanaChain()
  const transactions = [chain.transaction([pay(1)]), chain.transaction([pay(2)])]
  const { ask, card } = createRpcWallet(chain.node)
  const asked = ask('solana_signAllTransactions', { transactions }, 'solana:local')
  ;(await card(0)).approve()
  const answer = (await asked) as { transactions: string[] }
  const isSigned = answer.transactions.map((text) => {
    const { message, signatures } = VersionedTransaction.deserialize(base64.decode(text))
    return ed25519.verify(signatures[0] ?? new Uint8Array(), message.serialize(), base58.decode(solanaAddress))
  })
  expect(isSigned).toEqual([true, true])
})

test.each([
  ['not base58', '0OIl', 'INVALID_PARAMS'],
  [
    'a whole transaction',
    base58.encode(base64.decode(createSolanaChain().transaction([pay()]))),
    'TRANSACTION_MESSAGE',
  ],
])('signs no Solana message that is %s', async (_, message, code) => {
  const asked = createRpcWallet(createSolanaChain().node).ask('solana_signMessage', { message }, 'solana:local')
  await expect(asked).rejects.toMatchObject({ code })
})

test('signs a Solana message for no other account', async () => {
  const { ask } = createRpcWallet(createSolanaChain().node)
  const params = { message: base58.encode(new TextEncoder().encode('hello')), pubkey: person(10).toBase58() }
  await expect(ask('solana_signMessage', params, 'solana:local')).rejects.toMatchObject({ code: 'FOREIGN_ACCOUNT' })
})
