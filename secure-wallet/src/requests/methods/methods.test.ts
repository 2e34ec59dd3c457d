import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { hashTypedData, recoverAddress, recoverMessageAddress, serializeTransaction, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createRpcWallet, evmAccount, nodeWithAnswers, solanaAddress } from '../../../test/rpcScope.ts'
import type { HandlerTable, RpcHandler } from './method.ts'

const answers = { eth_blockNumber: '0x10', eth_getBalance: '0xde0b6b3a7640000' }
const wallet = (more: object = {}) => createRpcWallet(nodeWithAnswers({ ...answers, ...more }))
const stranger = `0x${'9'.repeat(40)}`

describe('RPC methods that only read', () => {
  test.each(
    Object.entries(rpcMethods).flatMap(([method, { answeredBy, consent }]) =>
      answeredBy === 'wallet' && consent === 'none' ? [method] : [],
    ),
  )('answers %s without a card', async (method) => {
    const { ask, cards } = wallet()
    const params =
      method === 'wallet_getAssets'
        ? [{ account: evmAccount.address }]
        : method === 'wallet_getCallsStatus'
          ? ['0x1']
          : []
    // Expects that the request resolves, or rejects with an error code of the node or the wallet.
    await ask(method, params).catch((thrown) => expect(thrown.code).toMatch(/^[A-Z_]+$/))
    expect(cards).toEqual([])
  })

  test('answers eth_getAccount from the values that the node proves', async () => {
    const proof = { balance: '0x1', nonce: '0x2', codeHash: '0x03', storageHash: '0x04', accountProof: [] }
    expect(await wallet({ eth_getProof: proof }).ask('eth_getAccount', [stranger])).toEqual({
      balance: '0x1',
      nonce: '0x2',
      codeHash: '0x03',
      storageRoot: '0x04',
    })
  })

  test('reports in wallet_getCapabilities that bundles of calls are not atomic', async () => {
    const row = { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } }
    expect(await wallet().ask('wallet_getCapabilities', [evmAccount.address])).toEqual({ '0x7a69': row, '0x7a6a': row })
    expect(await wallet().ask('wallet_getCapabilities', [evmAccount.address, ['0x7a6a']])).toEqual({ '0x7a6a': row })
    await expect(wallet().ask('wallet_getCapabilities', [stranger])).rejects.toMatchObject({ code: 'FOREIGN_ACCOUNT' })
  })

  test('includes the native coin in the answer to wallet_getAssets', async () => {
    expect(await wallet().ask('wallet_getAssets', [{ account: evmAccount.address, chainFilter: ['0x7a69'] }])).toEqual({
      '0x7a69': [
        {
          address: 'native',
          balance: '0xde0b6b3a7640000',
          type: 'NATIVE',
          metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        },
      ],
    })
  })
})

describe('requests that the wallet refuses without an approval card', () => {
  test.each([
    ['eth_sign', [evmAccount.address, '0x00'], 'METHOD_NOT_ALLOWED'],
    ['constructor', [], 'METHOD_NOT_ALLOWED'],
    ['eth_accounts', [], 'METHOD_NOT_ALLOWED'],
    ['eth_blockNumber', [], 'METHOD_NOT_ALLOWED'],
    ['eth_simulateV1', [], 'METHOD_NOT_ALLOWED'],
    ['cosmos_signArbitrary', [], 'METHOD_NOT_ALLOWED'],
    ['wallet_switchEthereumChain', [{ chainId: '0x1' }], 'METHOD_NOT_ALLOWED'],
    ['solana_signMessage', { message: '2' }, 'METHOD_NOT_ALLOWED'],
    ['wallet_grantPermissions', [], 'NOT_SUPPORTED_YET'],
    ['eth_sendUserOperation', [], 'NOT_SUPPORTED_YET'],
    ['eth_supportedEntryPoints', [], 'NOT_SUPPORTED_YET'],
    ['personal_sign', undefined, 'INVALID_PARAMS'],
    ['personal_sign', ['0x61'], 'INVALID_PARAMS'],
    ['personal_sign', [5, evmAccount.address], 'INVALID_PARAMS'],
    ['personal_sign', ['0x61', stranger], 'FOREIGN_ACCOUNT'],
    ['personal_sign', [`0x${'ab'.repeat(32)}`, evmAccount.address], 'BLIND_MESSAGE'],
    ['eth_signTypedData_v4', [evmAccount.address, '{'], 'INVALID_PARAMS'],
    ['eth_signTypedData_v4', [evmAccount.address], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ from: stranger, to: evmAccount.address }], 'FOREIGN_ACCOUNT'],
    ['eth_sendTransaction', [{ to: 'nowhere' }], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ to: evmAccount.address, value: '5 ETH' }], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ to: evmAccount.address, data: '0x1' }], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ to: evmAccount.address, data: '0x12', input: '0x13' }], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ to: evmAccount.address, chainId: '0x1' }], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ to: evmAccount.address, authorizationList: [] }], 'INVALID_PARAMS'],
    ['eth_sendTransaction', [{ to: evmAccount.address, type: '0x4' }], 'TRANSACTION_TYPE_NOT_SUPPORTED'],
    [
      'eth_sendTransaction',
      [{ to: evmAccount.address, gasPrice: '0x1', maxFeePerGas: '0x1' }],
      'GAS_PRICE_WITH_FEE_FIELDS',
    ],
    [
      'eth_sendTransaction',
      [{ to: evmAccount.address, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
      'TIP_ABOVE_FEE_CAP',
    ],
    ['eth_sendTransaction', [{}], 'INVALID_PARAMS'],
    ['wallet_sendCalls', [{ calls: [] }], 'INVALID_PARAMS'],
    ['wallet_sendCalls', [{ calls: [{ to: stranger }], atomicRequired: true }], 'ATOMICITY_NOT_SUPPORTED'],
    ['wallet_sendCalls', [{ calls: [{ to: stranger }], chainId: '0x1' }], 'UNSUPPORTED_CHAIN_ID'],
    [
      'wallet_sendCalls',
      [{ calls: [{ to: stranger }], capabilities: { paymasterService: {} } }],
      'UNSUPPORTED_CAPABILITY',
    ],
    ['wallet_sendCalls', [{ calls: Array(21).fill({ to: stranger }) }], 'BUNDLE_TOO_LARGE'],
    ['wallet_sendCalls', [{ from: stranger, calls: [{ to: stranger }] }], 'FOREIGN_ACCOUNT'],
    ['wallet_getCallsStatus', ['0x12'], 'UNKNOWN_BUNDLE_ID'],
  ])('refuses %s with %j: %s', async (method, params, code) => {
    const { ask, cards, signed } = wallet()
    await expect(ask(method, params)).rejects.toMatchObject({ code })
    expect([cards, signed]).toEqual([[], []])
  })

  test.each(['bip122:local', 'polkadot:local', 'cosmos:local'])(
    'refuses every method on %s, where this wallet has no account',
    async (chainId) => {
      const { ask, cards } = wallet()
      for (const method of Object.keys(rpcMethods))
        await expect(ask(method, [], chainId), method).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
      expect(cards).toEqual([])
    },
  )

  test('refuses a network outside the project', async () => {
    await expect(wallet().ask('wallet_getCapabilities', [], 'eip155:1')).rejects.toMatchObject({
      code: 'UNRECOGNIZED_CHAIN',
    })
  })

  test('shows no card without a session', async () => {
    const { ask, cards } = createRpcWallet(nodeWithAnswers(answers), { isSignedIn: false })
    await expect(ask('personal_sign', ['0x61', evmAccount.address])).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      number: 4100,
    })
    expect(cards).toEqual([])
  })
})

describe('RPC methods that sign messages', () => {
  test('signs the approved message, as text or hex, with the params in either order', async () => {
    for (const params of [
      ['hello there', evmAccount.address],
      [toHex('hello there'), evmAccount.address],
      [evmAccount.address, 'hello there'],
    ]) {
      const { ask, card } = wallet()
      const asked = ask('personal_sign', params)
      const { frozen, approve } = await card(0)
      expect(frozen.proposal).toMatchObject({
        facts: { message: 'hello there', host: 'https://shop.example' },
      })
      approve()
      const signature = (await asked) as `0x${string}`
      expect(await recoverMessageAddress({ message: 'hello there', signature })).toBe(evmAccount.address)
    }
  })

  const typedData = JSON.stringify({
    domain: { name: 'Notes' },
    types: { EIP712Domain: [{ name: 'name', type: 'string' }], Note: [{ name: 'text', type: 'string' }] },
    primaryType: 'Note',
    message: { text: 'hello' },
  })
  test.each<[string, (account: string) => unknown[]]>([
    ['personal_sign', (account) => ['hello there', account]],
    ['eth_signTypedData_v4', (account) => [account, typedData]],
  ])('shows a card for %s with the account in lower case and with its checksum', async (method, params) => {
    for (const account of [evmAccount.address.toLowerCase(), evmAccount.address]) {
      const { ask, card } = wallet()
      const asked = ask(method, params(account))
      const { refuse } = await card(0)
      refuse()
      await expect(asked).rejects.toMatchObject({ code: 'USER_REJECTED' })
    }
  })

  test.each([
    ['legacy', { type: 'legacy', gasPrice: 1n } as const],
    ['EIP-1559', { type: 'eip1559', maxFeePerGas: 2n, maxPriorityFeePerGas: 1n } as const],
  ])('refuses a %s transaction disguised as a message', async (_name, fields) => {
    const bytes = serializeTransaction({
      ...fields,
      chainId: 1,
      nonce: 200,
      gas: 21_000n,
      to: evmAccount.address,
      value: 5n,
    })
    await expect(wallet().ask('personal_sign', [bytes, evmAccount.address])).rejects.toMatchObject({
      code: 'TRANSACTION_MESSAGE',
    })
  })

  test('rejects the request with code 4001 and signs nothing if the visitor rejects', async () => {
    const { ask, card, signed } = wallet()
    const asked = expect(ask('personal_sign', ['hello', evmAccount.address])).rejects.toMatchObject({ number: 4001 })
    const { refuse } = await card(0)
    refuse()
    await asked
    expect(signed).toEqual([])
  })

  const typed = (chainId: number, primaryType = 'Permit') => ({
    domain: { name: 'USD Coin', chainId, verifyingContract: stranger as `0x${string}` },
    primaryType,
    types: {
      [primaryType]: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    message: { owner: evmAccount.address, spender: stranger, value: '5', nonce: '0', deadline: '1900000000' },
  })

  test('shows a permit with a danger warning as a permission, and signs it by EIP-712', async () => {
    const { ask, card } = wallet()
    const asked = ask('eth_signTypedData_v4', [evmAccount.address, JSON.stringify(typed(31337))])
    const { frozen, approve } = await card(0)
    expect(frozen.proposal).toMatchObject({
      kind: 'permission',
      facts: { isDanger: true, title: 'Let a stranger take your unknown token 0x9999…9999?' },
    })
    approve()
    const hash = hashTypedData(typed(31337) as never)
    expect(await recoverAddress({ hash, signature: (await asked) as `0x${string}` })).toBe(evmAccount.address)
  })

  test('refuses typed data for another chain', async () => {
    await expect(wallet().ask('eth_signTypedData_v4', [evmAccount.address, typed(1)])).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    })
  })
})

describe('RPC methods of Solana', () => {
  const blockhash = base58.encode(new Uint8Array(32).fill(3))
  const friend = base58.encode(new Uint8Array(32).fill(8))
  const transfer = (from = solanaAddress) => {
    const feePayer = new PublicKey(from)
    const transaction = new Transaction({ feePayer, recentBlockhash: blockhash }).add(
      SystemProgram.transfer({ fromPubkey: feePayer, toPubkey: new PublicKey(friend), lamports: 1_500_000_000 }),
    )
    return base64.encode(
      new Uint8Array(transaction.serialize({ requireAllSignatures: false, verifySignatures: false })),
    )
  }
  const ask = (method: string, params: unknown, more: object = {}) => {
    const made = wallet(more)
    return { ...made, asked: made.ask(method, params, 'solana:local') }
  }

  test('signs a Solana message after an approval', async () => {
    const message = new TextEncoder().encode('hello there')
    const { asked, card } = ask('solana_signMessage', { message: base58.encode(message), pubkey: solanaAddress })
    const first = await card(0)
    first.approve()
    const { signature } = (await asked) as { signature: string }
    expect(ed25519.verify(base58.decode(signature), message, base58.decode(solanaAddress))).toBe(true)
  })

  test('describes a Solana transaction, and puts the signature in the position of this account', async () => {
    const { asked, card } = ask('solana_signTransaction', { transaction: transfer() })
    const { frozen, approve } = await card(0)
    expect(frozen.proposal.kind).toBe('unknown')
    expect(frozen.proposal.choices[0]?.label).toBe(`Send 1.5 SOL to ${friend.slice(0, 6)}…${friend.slice(-4)}`)
    approve()
    const { transaction, signature } = (await asked) as { transaction: string; signature: string }
    const signed = Transaction.from(base64.decode(transaction))
    expect(signed.verifySignatures()).toBe(true)
    expect(base58.encode(signed.signature ?? new Uint8Array())).toBe(signature)
  })

  test('shows the changed balances, as a transfer, if the node can simulate the Solana transaction', async () => {
    const owner = '11111111111111111111111111111111'
    const state = (lamports: number) => ({ lamports, owner, data: ['', 'base64'] })
    const { asked, card } = ask(
      'solana_signTransaction',
      { transaction: transfer() },
      {
        getMultipleAccounts: { value: [state(2_000_000_000), null, state(1)] },
        simulateTransaction: { value: { err: null, logs: [], accounts: [state(499_995_000), state(1_500_000_000)] } },
      },
    )
    const { frozen, refuse } = await card(0)
    expect(frozen.proposal.kind).toBe('transfer')
    expect(frozen.proposal.facts.changes).toEqual([
      {
        ...{ direction: 'out', name: 'Coins', mark: 'SOL', amount: '−1.5 SOL', note: '', key: 'native' },
        priced: { amount: '1.5', chainId: 'solana:local' },
      },
    ])
    refuse()
    await expect(asked).rejects.toMatchObject({ number: 4001 })
  })

  test('signs several Solana transactions by a single click, and answers a sent transaction with its signature', async () => {
    const all = ask('solana_signAllTransactions', { transactions: [transfer(), transfer()] })
    const first = await all.card(0)
    first.approve()
    expect(await all.asked).toMatchObject({ transactions: [expect.any(String), expect.any(String)] })
    const sent = ask('solana_signAndSendTransaction', { transaction: transfer() }, { sendTransaction: 'sig' })
    const second = await sent.card(0)
    second.approve()
    expect(await sent.asked).toEqual({ signature: 'sig' })
  })

  test.each([
    ['of another account', { transaction: transfer(friend) }, 'FOREIGN_ACCOUNT'],
    ['that is malformed', { transaction: 'AAAA' }, 'INVALID_PARAMS'],
    ['that is not base64', { transaction: '***' }, 'INVALID_PARAMS'],
  ])('refuses a transaction %s without a card', async (_name, params, code) => {
    const { asked, cards } = ask('solana_signTransaction', params)
    await expect(asked).rejects.toMatchObject({ code })
    expect(cards).toEqual([])
  })

  test('refuses to sign a Solana transaction that is passed off as a message', async () => {
    const bytes = base64.decode(transfer())
    const { asked } = ask('solana_signMessage', { message: base58.encode(bytes.slice(65)), pubkey: solanaAddress })
    await expect(asked).rejects.toMatchObject({ code: 'TRANSACTION_MESSAGE' })
  })
})

test('the handler table does not compile with a handler that the RPC policy forbids, or without one that it demands', () => {
  const handler: RpcHandler = () => null
  // @ts-expect-error: all rows but one have a handler.
  const incomplete: HandlerTable = {} as Omit<HandlerTable, 'personal_sign'>
  // @ts-expect-error: eth_sign has no row.
  const unlisted = { ...({} as HandlerTable), eth_sign: handler } satisfies HandlerTable
  // @ts-expect-error: personal_sign needs an approval, and this handler shows no card.
  const silent = { ...({} as HandlerTable), personal_sign: handler } satisfies HandlerTable
  const read = { ...({} as HandlerTable), wallet_getAssets: handler } satisfies HandlerTable
  expect([incomplete, unlisted, silent, read]).toHaveLength(4)
})
