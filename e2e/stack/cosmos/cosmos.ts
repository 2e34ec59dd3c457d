import { createHash } from 'node:crypto'
import { bech32 } from '@scure/base'
import { type JsonReply, type JsonServer, startJsonServer } from '../jsonServer.ts'
import { type Coin, readTransfer } from './transaction.ts'

/** The chain uses Cosmos Hub's id, so that wallets know its name and prefix. */
const chainId = 'cosmoshub-4'
const prefix = 'cosmos'

type Account = { number: bigint; sequence: bigint; coins: Map<string, bigint> }
type Result = { height: string; txhash: string; codespace: string; code: number; raw_log: string }

/**
 * The REST API of a cosmos chain with only a bank module. `POST /faucet?address=&denom=&amount=` credits an account.
 */
export function startCosmosChain(port: number): Promise<JsonServer> {
  const accounts = new Map<string, Account>()
  const results = new Map<string, Result>()
  let height = 1

  function accountOf(address: string): Account {
    checkAddress(address)
    const account = accounts.get(address) ?? { number: BigInt(accounts.size), sequence: 0n, coins: new Map() }
    accounts.set(address, account)
    return account
  }
  const held = (address: string, denom: string) => accounts.get(address)?.coins.get(denom) ?? 0n
  const change = (address: string, { denom, amount }: Coin, sign: 1n | -1n) =>
    accountOf(address).coins.set(denom, held(address, denom) + sign * amount)

  function deliver(raw: Uint8Array): void {
    const accountNumber = (address: string) => accountOf(address).number
    const { from, to, coins, fee, sequence } = readTransfer(raw, { chainId, prefix, accountNumber })
    const sender = accountOf(from)
    if (sequence !== sender.sequence)
      throw new Error(`account sequence mismatch, expected ${sender.sequence}, got ${sequence}`)
    checkAddress(to)
    const left = new Map(sender.coins)
    for (const { denom, amount } of [...coins, ...fee]) {
      left.set(denom, (left.get(denom) ?? 0n) - amount)
      if ((left.get(denom) ?? 0n) < 0n) throw new Error('insufficient funds')
    }
    sender.coins = left
    sender.sequence++
    for (const coin of coins) change(to, coin, 1n)
  }

  function broadcast(body: string): Result {
    const raw = Buffer.from(String(Object(JSON.parse(body)).tx_bytes), 'base64')
    const txhash = createHash('sha256').update(raw).digest('hex').toUpperCase()
    try {
      deliver(raw)
      height++
      const result = { height: String(height), txhash, codespace: '', code: 0, raw_log: '' }
      results.set(txhash, result)
      return result
    } catch (cause) {
      return { height: '0', txhash, codespace: 'sdk', code: 4, raw_log: (cause as Error).message }
    }
  }

  function answer(method: string, path: string, query: URLSearchParams, body: string): JsonReply {
    if (method === 'POST' && path === '/cosmos/tx/v1beta1/txs') return { json: { tx_response: broadcast(body) } }
    if (method === 'POST' && path === '/faucet') {
      const amount = query.get('amount') ?? ''
      if (!/^[1-9]\d{0,30}$/.test(amount)) throw new Error('invalid amount')
      change(query.get('address') ?? '', { denom: query.get('denom') ?? 'uatom', amount: BigInt(amount) }, 1n)
      return { json: { height: String(++height) } }
    }
    const [, address = '', isOneCoin] = /^\/cosmos\/bank\/v1beta1\/balances\/([^/]+)(\/by_denom)?$/.exec(path) ?? []
    if (address) {
      checkAddress(address)
      if (!isOneCoin) return { json: listCoins(accounts.get(address)?.coins) }
      const denom = query.get('denom') ?? ''
      if (!denom) throw new Error('empty denom')
      return { json: { balance: { denom, amount: String(held(address, denom)) } } }
    }
    const [, owner = ''] = /^\/cosmos\/auth\/v1beta1\/accounts\/([^/]+)$/.exec(path) ?? []
    if (owner) {
      const account = accounts.get(owner)
      if (!account) return refusal(404, 5, `account ${owner} not found`)
      return { json: { account: describeAccount(owner, account) } }
    }
    const [, hash = ''] = /^\/cosmos\/tx\/v1beta1\/txs\/([0-9A-F]{64})$/i.exec(path) ?? []
    const result = results.get(hash.toUpperCase())
    if (result) return { json: { tx_response: result } }
    if (path === '/cosmos/base/tendermint/v1beta1/node_info')
      return { json: { default_node_info: { network: chainId }, application_version: { name: 'gaia' } } }
    return refusal(501, 12, 'Not Implemented')
  }

  return startJsonServer(port, ({ method, path, query, body }) => {
    try {
      return answer(method, path, query, body)
    } catch (cause) {
      return refusal(400, 3, (cause as Error).message)
    }
  })
}

/** The error format of the gRPC gateway in front of every cosmos node. */
const refusal = (status: number, code: number, message: string): JsonReply => ({
  status,
  json: { code, message, details: [] },
})

function checkAddress(address: string): void {
  const decoded = bech32.decodeUnsafe(address)
  if (!decoded) throw new Error('decoding bech32 failed')
  if (decoded.prefix !== prefix) throw new Error(`invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`)
}

const describeAccount = (address: string, { number, sequence }: Account) => ({
  '@type': '/cosmos.auth.v1beta1.BaseAccount',
  address,
  pub_key: null,
  account_number: String(number),
  sequence: String(sequence),
})

function listCoins(coins: ReadonlyMap<string, bigint> = new Map()): unknown {
  const balances = [...coins]
    .filter(([, amount]) => amount > 0n)
    .map(([denom, amount]) => ({ denom, amount: String(amount) }))
  return { balances, pagination: { next_key: null, total: String(balances.length) } }
}
