import { randomBytes } from 'node:crypto'
import { bytesToHex } from '@noble/hashes/utils.js'
import { Address, OutScript, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { hasValidSignatures, isSameBytes, readHex, type UnspentCoin } from './check.ts'

type Entry = { txid: string; hex: string; height: number | null; spent: UnspentCoin[]; made: UnspentCoin[] }
type Stats = {
  funded_txo_count: number
  funded_txo_sum: number
  spent_txo_count: number
  spent_txo_sum: number
  tx_count: number
}

/**
 * Creates the state of the Bitcoin chain: its blocks, the pool of waiting transactions, and the coins that nobody has
 * spent.
 */
export function createLedger() {
  const entries: Entry[] = []
  const coins = new Map<string, UnspentCoin>()
  let height = 0

  const keyOf = (txid: string, vout: number) => `${txid}:${vout}`

  function add(entry: Entry): string {
    entries.push(entry)
    for (const coin of entry.spent) coins.delete(keyOf(coin.txid, coin.vout))
    for (const coin of entry.made) coins.set(keyOf(coin.txid, coin.vout), coin)
    return entry.txid
  }

  return {
    height: () => height,
    find: (txid: string): Entry | undefined => entries.find((entry) => entry.txid === txid),

    /** Adds a signed transaction to the pool, or throws the reason why it is invalid. */
    post(hex: string): string {
      const transaction = Transaction.fromRaw(readHex(hex), { allowUnknownOutputs: true })
      if (entries.some(({ txid }) => txid === transaction.id)) throw new Error('Transaction already in block chain')
      const spent: UnspentCoin[] = []
      for (let index = 0; index < transaction.inputsLength; index++) {
        const { txid, index: vout } = transaction.getInput(index)
        const coin = txid && vout !== undefined ? coins.get(keyOf(bytesToHex(txid), vout)) : undefined
        if (!coin || spent.includes(coin)) throw new Error('bad-txns-inputs-missingorspent')
        spent.push(coin)
      }
      const made = listOutputs(transaction)
      const sum = (list: UnspentCoin[]) => list.reduce((total, { value }) => total + value, 0n)
      if (sum(made) > sum(spent)) throw new Error('bad-txns-in-belowout')
      if (sum(made) === sum(spent)) throw new Error('min relay fee not met')
      if (!hasValidSignatures(transaction, spent)) throw new Error('mandatory-script-verify-flag-failed')
      return add({ txid: transaction.id, hex: hex.trim(), height: null, spent, made })
    },

    /** Pays the address by a coinbase in a new block, so that the coin is confirmed at once. */
    fund(address: string, value: bigint): string {
      if (value <= 0n) throw new Error('invalid amount')
      const script = readScript(address)
      const transaction = new Transaction({
        allowUnknownOutputs: true,
        allowUnknownInputs: true,
        disableScriptCheck: true,
      })
      transaction.addOutput({ script, amount: value })
      transaction.addInput({ txid: randomBytes(32), index: 0, finalScriptSig: Uint8Array.of(0x51) })
      const { id: txid, hex } = transaction
      height++
      return add({ txid, hex, height, spent: [], made: [{ txid, vout: 0, value, script, height }] })
    },

    mine(): number {
      height++
      for (const entry of entries) {
        if (entry.height !== null) continue
        entry.height = height
        for (const coin of entry.made) coin.height = height
      }
      return height
    },

    unspent(address: string): UnspentCoin[] {
      const script = readScript(address)
      return [...coins.values()].filter((coin) => isSameBytes(coin.script, script))
    },

    stats(address: string, isConfirmed: boolean): Stats {
      const script = readScript(address)
      const own = (list: UnspentCoin[]) => list.filter((coin) => isSameBytes(coin.script, script))
      const seen = entries.filter((entry) => (entry.height !== null) === isConfirmed)
      const made = seen.flatMap((entry) => own(entry.made))
      const spent = seen.flatMap((entry) => own(entry.spent))
      const sum = (list: UnspentCoin[]) => Number(list.reduce((total, { value }) => total + value, 0n))
      return {
        funded_txo_count: made.length,
        funded_txo_sum: sum(made),
        spent_txo_count: spent.length,
        spent_txo_sum: sum(spent),
        tx_count: seen.filter((entry) => own([...entry.made, ...entry.spent]).length > 0).length,
      }
    },
  }
}

function readScript(address: string): Uint8Array {
  try {
    return OutScript.encode(Address(TEST_NETWORK).decode(address))
  } catch {
    throw new Error('Invalid Bitcoin address')
  }
}

function listOutputs(transaction: Transaction): UnspentCoin[] {
  return Array.from({ length: transaction.outputsLength }, (_, vout) => {
    const { amount = 0n, script = new Uint8Array() } = transaction.getOutput(vout)
    return { txid: transaction.id, vout, value: amount, script, height: null }
  })
}
