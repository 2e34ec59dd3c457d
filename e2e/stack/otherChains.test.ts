import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { p2sh, p2tr, p2wpkh, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeServedNetworks } from '../../server/src/config/networks.ts'
import { createNativeBalances } from '../../server/src/rpc/balance/nativeBalances.ts'
import { createUpstreams } from '../../server/src/rpc/upstreams/upstreams.ts'
import { type OtherChains, startOtherChains } from './otherChains.ts'

let chains: OtherChains
beforeAll(async () => {
  chains = await startOtherChains()
})
afterAll(() => chains.stop())

type Json = { [field: string]: Json } & { [index: number]: Json }
const call = async (url: string, method: string, ...params: unknown[]): Promise<Json> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  return (await fetch(url, { method: 'POST', body })).json()
}
const get = async (url: string): Promise<Json> => (await fetch(url)).json()
const post = async (url: string, body = '') => {
  const response = await fetch(url, { method: 'POST', body })
  return { status: response.status, text: await response.text() }
}

/** Reads balances through the product's own server code. */
const readBalance = async (caipNetworkId: string, address: string) => {
  const served = makeServedNetworks({ networks: chains.networks }, {}).get(caipNetworkId)
  if (!served) throw new Error(caipNetworkId)
  const now = () => performance.now()
  const data = { upstreamRequestsPerSecond: 100, projectRequestsPerSecond: 100 }
  const log = { write: () => undefined }
  const upstreams = createUpstreams({
    settings: { data, replicas: 1 } as never,
    log: log as never,
    now,
    clock: Date.now,
  })
  return await createNativeBalances(upstreams, now)({ id: 'shop' } as never, served, address, {
    isForced: true,
    deadline: now() + 9_000,
  })
}

describe('the local Solana chain', () => {
  const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
  const airdrop = (to: string, amount: number) => call(chains.addresses.solana, 'requestAirdrop', to, amount)

  const transfer = async (from: KeyPairSigner, to: Address, amount: bigint) => {
    const { result } = await call(chains.addresses.solana, 'getLatestBlockhash')
    const { blockhash } = Object(result).value as { blockhash: Blockhash }
    // The number of the system program's `transfer` instruction, then the amount in lamports.
    const data = Buffer.alloc(12)
    data.writeUInt32LE(2)
    data.writeBigUInt64LE(amount, 4)
    const instruction = {
      programAddress: '11111111111111111111111111111111' as Address,
      accounts: [
        { address: from.address, role: AccountRole.WRITABLE_SIGNER },
        { address: to, role: AccountRole.WRITABLE },
      ],
      data,
    }
    const signed = await pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(from, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 1_000n }, message),
      (message) => appendTransactionMessageInstruction(instruction, message),
      signTransactionMessageWithSigners,
    )
    return getBase64EncodedWireTransaction(signed)
  }
  const send = (wire: string) => call(chains.addresses.solana, 'sendTransaction', wire, { encoding: 'base64' })

  test('Solana returns the balance of an unused account in the form that its RPC documentation shows', async () => {
    const answer = await call(chains.addresses.solana, 'getBalance', '83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri')
    expect(answer).toEqual({
      jsonrpc: '2.0',
      result: { context: { apiVersion: expect.any(String), slot: expect.any(Number) }, value: 0 },
      id: 1,
    })
  })

  test('Solana accepts a signed transfer once, and rejects it when it is sent again', async () => {
    const [one, other] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    await airdrop(one.address, 2_000_000_000)
    const again = await airdrop(one.address, 2_000_000_000)
    expect(again.result).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    expect(await readBalance(network, one.address)).toEqual({ balance: '4000000000', symbol: 'SOL', decimals: 9 })
    const wire = await transfer(one, other.address, 1_500_000_000n)
    const { result: signature } = await send(wire)
    const { result } = await call(chains.addresses.solana, 'getSignatureStatuses', [signature])
    expect(result?.value?.[0]).toMatchObject({ err: null, confirmationStatus: 'finalized' })
    expect(await readBalance(network, other.address)).toMatchObject({ balance: '1500000000' })
    expect(await readBalance(network, one.address)).toMatchObject({ balance: '2499995000' })
    expect((await send(wire)).error).toMatchObject({
      code: -32002,
      message: expect.stringContaining('AlreadyProcessed'),
    })
  })

  test('Solana rejects a forged, a changed and an unfunded transfer', async () => {
    const [one, other] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    await airdrop(one.address, 1_000_000_000)
    const wire = Buffer.from(await transfer(one, other.address, 500_000_000n), 'base64')
    wire[10] = (wire[10] ?? 0) ^ 1
    expect((await send(wire.toString('base64'))).error).toMatchObject({ code: -32002 })
    expect((await send(await transfer(one, other.address, 5_000_000_000n))).error).toMatchObject({ code: -32002 })
    expect((await send('nonsense')).error).toMatchObject({ code: -32602 })
    expect(await readBalance(network, other.address)).toMatchObject({ balance: '0' })
  })

  test('Solana rejects malformed requests with the errors of a real node', async () => {
    expect((await call(chains.addresses.solana, 'getBalance', 'nobody')).error).toMatchObject({ code: -32602 })
    expect((await call(chains.addresses.solana, 'getNothing')).error).toEqual({
      code: -32601,
      message: 'Method not found',
    })
  })
})

describe('the local Bitcoin chain', () => {
  const network = 'bip122:00000008819873e925422c1ff0f99f7c'
  const keyOf = (byte: number) => new Uint8Array(32).fill(byte)
  const payments = (byte: number) => {
    const key = secp256k1.getPublicKey(keyOf(byte), true)
    return {
      'SegWit address': p2wpkh(key, TEST_NETWORK),
      'nested SegWit address': p2sh(p2wpkh(key, TEST_NETWORK), TEST_NETWORK),
      'taproot address': p2tr(schnorr.getPublicKey(keyOf(byte)), undefined, TEST_NETWORK),
    }
  }
  const faucet = (address = '', amount = 100_000) =>
    post(`${chains.addresses.esplora}/faucet?address=${address}&amount=${amount}`)
  const addressUrl = (address = '') => `${chains.addresses.esplora}/address/${address}`

  test('Esplora returns zeros and no coins for an unused address, as the public server does', async () => {
    const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 }
    const address = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
    expect(await get(addressUrl(address))).toEqual({ address, chain_stats: none, mempool_stats: none })
    expect(await get(`${addressUrl(address)}/utxo`)).toEqual([])
    expect((await fetch(addressUrl('bc1nothing'))).status).toBe(400)
    expect((await fetch(addressUrl('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'))).status).toBe(400)
  })

  test.each([
    ['SegWit address', 11],
    ['nested SegWit address', 12],
    ['taproot address', 13],
  ] as const)(
    'a Bitcoin transaction spends coins of a %s only with its key, and waits in the pool for a block',
    async (kind, byte) => {
      const payment = payments(byte)[kind]
      const { address = '', script } = payment
      const target = payments(byte + 50)['SegWit address'].address ?? ''
      const { text: txid } = await faucet(address)
      const utxo = (await get(`${addressUrl(address)}/utxo`)) as unknown as unknown[]
      const status = { confirmed: true, block_height: expect.any(Number) }
      expect(utxo).toEqual([{ txid, vout: 0, status, value: 100_000 }])

      const spend = (key: Uint8Array) => {
        const transaction = new Transaction()
        transaction.addInput({
          txid: hexToBytes(txid),
          index: 0,
          witnessUtxo: { amount: 100_000n, script },
          ...('redeemScript' in payment && { redeemScript: payment.redeemScript }),
          ...('tapInternalKey' in payment && { tapInternalKey: payment.tapInternalKey }),
        })
        transaction.addOutputAddress(target, 60_000n, TEST_NETWORK)
        transaction.addOutputAddress(address, 39_000n, TEST_NETWORK)
        transaction.sign(key)
        transaction.finalize()
        return transaction
      }
      const spending = spend(keyOf(byte))
      const bytes = spending.toBytes(true, true)
      // Flips one bit of the signature, which is near the end of the bytes.
      const forged = Buffer.from(bytes)
      const place = bytes.length - (kind === 'taproot address' ? 10 : 60)
      forged[place] = (forged[place] ?? 0) ^ 1
      expect(await post(`${chains.addresses.esplora}/tx`, forged.toString('hex'))).toEqual({
        status: 400,
        text: 'mandatory-script-verify-flag-failed',
      })

      expect(await post(`${chains.addresses.esplora}/tx`, spending.hex)).toEqual({ status: 200, text: spending.id })
      expect((await post(`${chains.addresses.esplora}/tx`, spending.hex)).status).toBe(400)
      const statusUrl = `${chains.addresses.esplora}/tx/${spending.id}/status`
      expect(await get(statusUrl)).toEqual({ confirmed: false })
      expect(await readBalance(network, address)).toMatchObject({ balance: '39000' })
      expect(await readBalance(network, target)).toMatchObject({ balance: '0' })
      await post(`${chains.addresses.esplora}/mine`)
      expect(await get(statusUrl)).toEqual(status)
      expect(await readBalance(network, target)).toEqual({ balance: '60000', symbol: 'tBTC', decimals: 8 })
    },
  )

  test('Bitcoin rejects a transaction that spends unknown coins or more than it has', async () => {
    const { address = '', script } = payments(14)['SegWit address']
    const { text: txid } = await faucet(address, 1_000)
    const spend = (id: string, amount: bigint) => {
      const transaction = new Transaction({ allowUnknownInputs: true })
      transaction.addInput({ txid: hexToBytes(id), index: 0, witnessUtxo: { amount: 9_000n, script } })
      transaction.addOutputAddress(address, amount, TEST_NETWORK)
      transaction.sign(keyOf(14))
      transaction.finalize()
      return post(`${chains.addresses.esplora}/tx`, transaction.hex)
    }
    expect(await spend('ab'.repeat(32), 500n)).toEqual({ status: 400, text: 'bad-txns-inputs-missingorspent' })
    expect(await spend(txid, 5_000n)).toEqual({ status: 400, text: 'bad-txns-in-belowout' })
    expect((await post(`${chains.addresses.esplora}/tx`, 'zz')).status).toBe(400)
  })
})

describe('the local Polkadot chain', () => {
  const network = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
  const alice = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
  const genericAlice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
  const dev = (method: string, ...params: string[]) => call(chains.addresses.polkadot, method, ...params)

  test('Polkadot returns zero for an empty account, and the hash of its genesis block', async () => {
    expect(await readBalance(network, bob)).toEqual({ balance: '0', symbol: 'DOT', decimals: 10 })
    const { result } = await dev('chain_getBlockHash')
    expect(result).toMatch(/^0x91b171bb158e2d3848fa23a9f1c25182/)
  })

  test('Polkadot transfers between addresses of any SS58 form, and reaps an emptied account', async () => {
    await dev('dev_fund', alice, '340282366920938463463374607431768211455')
    expect(await readBalance(network, genericAlice)).toMatchObject({
      balance: '340282366920938463463374607431768211455',
    })
    await dev('dev_transfer', genericAlice, bob, '5000000000')
    expect(await readBalance(network, bob)).toMatchObject({ balance: '5000000000' })
    expect((await dev('system_accountNextIndex', alice)).result).toBe(1)
    await dev('dev_transfer', bob, alice, '5000000000')
    expect(await readBalance(network, bob)).toMatchObject({ balance: '0' })
    expect((await dev('dev_transfer', bob, alice, '1')).error?.message).toBe('Token: FundsUnavailable')
    expect((await dev('dev_transfer', alice, bob, '-1')).error).toBeDefined()
  })
})

describe('the local cosmos chain', () => {
  const network = 'cosmos:cosmoshub-4'
  const bank = (path: string) => get(`${chains.addresses.cosmos}/cosmos/bank/v1beta1/balances/${path}`)
  const address = 'cosmos1pkptre7fdkl6gfrzlesjjvhxhlc3r4gmmk8rs6'

  test('cosmos returns the balances of an unused account in the form that the bank module documents', async () => {
    const unused = 'cosmos1x6m7cwjd4wlr44ezq6sgcqv7whjm9pkqtgqq3y'
    expect(await bank(unused)).toEqual({ balances: [], pagination: { next_key: null, total: '0' } })
    expect(await bank(`${unused}/by_denom?denom=uatom`)).toEqual({ balance: { denom: 'uatom', amount: '0' } })
    expect(await bank('nobody')).toMatchObject({ code: 3, details: [] })
    expect(await bank(`${unused}/by_denom`)).toMatchObject({ code: 3 })
    expect(await get(`${chains.addresses.cosmos}/cosmos/auth/v1beta1/accounts/${unused}`)).toMatchObject({ code: 5 })
  })

  test('the cosmos faucet credits an account', async () => {
    await post(`${chains.addresses.cosmos}/faucet?address=${address}&denom=uatom&amount=1500000`)
    expect(await readBalance(network, address)).toEqual({ balance: '1500000', symbol: 'ATOM', decimals: 6 })
    expect(await bank(address)).toMatchObject({ balances: [{ denom: 'uatom', amount: '1500000' }] })
  })

  test('cosmos rejects bytes that are not a transaction', async () => {
    for (const bytes of ['', 'AA==', 'CgA='])
      expect(
        JSON.parse(
          (await post(`${chains.addresses.cosmos}/cosmos/tx/v1beta1/txs`, JSON.stringify({ tx_bytes: bytes }))).text,
        ),
      ).toMatchObject({ tx_response: { code: 4 } })
  })
})
