import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type RpcMethods, startJsonRpcServer } from '../jsonRpcServer.ts'
import type { JsonServer } from '../jsonServer.ts'
import { type Account, accountStorageKey, encodeAccount, readAccountId } from './accounts.ts'

/** Polkadot's genesis block, since this chain stands in for Polkadot. */
const genesisHash = '0x91b171bb158e2d3848fa23a9f1c25182fb8e20313b2c1eb49219da7a70ce90c3'

/**
 * Serves the state of a Substrate chain by JSON-RPC. Two development methods change it, each in a new block:
 * `dev_fund(address, amount)` and `dev_transfer(from, to, amount)`, with amounts in base units as text.
 */
export function startPolkadotChain(port: number): Promise<JsonServer> {
  const state = new Map<string, Account>()
  let height = 0

  const hashOf = (block: number) =>
    block === 0 ? genesisHash : `0x${bytesToHex(blake2b(utf8ToBytes(`block ${block}`), { dkLen: 32 }))}`
  const read = (key: string): Account => state.get(key) ?? { nonce: 0, free: 0n }

  function change(key: string, by: bigint, nonce: number): void {
    const account = read(key)
    const free = account.free + by
    if (free < 0n) throw new Error('Token: FundsUnavailable')
    // An empty account is reaped, so the state holds no entry for it.
    if (free === 0n) state.delete(key)
    else state.set(key, { nonce: account.nonce + nonce, free })
  }

  const methods: RpcMethods = {
    state_getStorage: (key: string) => {
      const account = state.get(String(key).toLowerCase())
      return account ? encodeAccount(account) : null
    },
    chain_getBlockHash: (block?: number | null) => ((block ?? height) <= height ? hashOf(block ?? height) : null),
    chain_getFinalizedHead: () => hashOf(height),
    chain_getHeader: () => ({ number: `0x${height.toString(16)}`, parentHash: hashOf(Math.max(0, height - 1)) }),
    system_chain: () => 'Polkadot',
    system_properties: () => ({ ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT' }),
    system_accountNextIndex: (address: string) => read(accountStorageKey(readAccountId(address))).nonce,
    dev_fund: (address: string, amount: string) => {
      change(accountStorageKey(readAccountId(address)), readAmount(amount), 0)
      return hashOf(++height)
    },
    dev_transfer: (from: string, to: string, amount: string) => {
      const target = accountStorageKey(readAccountId(to))
      const value = readAmount(amount)
      change(accountStorageKey(readAccountId(from)), -value, 1)
      change(target, value, 0)
      return hashOf(++height)
    },
  }
  return startJsonRpcServer(port, methods)
}

function readAmount(text: string): bigint {
  if (!/^[1-9]\d{0,38}$/.test(text)) throw new Error('Invalid amount')
  return BigInt(text)
}
