import { type JsonReply, type JsonServer, startJsonServer } from '../jsonServer.ts'
import type { UnspentCoin } from './check.ts'
import { createLedger } from './ledger.ts'

/** Signet's genesis block, since this chain stands in for signet. */
const genesisHash = '00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'

/**
 * Bitcoin behind Esplora's HTTP API. A signed transaction waits in the pool until the next block. Beyond that API,
 * `POST /faucet?address=&amount=` pays an address in a new block, and `POST /mine` makes a block.
 */
export function startEsploraServer(port: number): Promise<JsonServer> {
  const ledger = createLedger()

  function answer(method: string, path: string, query: URLSearchParams, body: string): JsonReply {
    const [, kind = '', id = '', part] = path.split('/')
    if (method === 'POST') {
      if (path === '/tx') return { text: ledger.post(body) }
      if (path === '/mine') return { text: String(ledger.mine()) }
      if (path === '/faucet')
        return { text: ledger.fund(query.get('address') ?? '', BigInt(query.get('amount') ?? '0')) }
    }
    if (path === '/blocks/tip/height') return { text: String(ledger.height()) }
    if (path === '/block-height/0') return { text: genesisHash }
    if (path === '/fee-estimates') return { json: { 1: 1, 6: 1, 144: 1 } }
    if (kind === 'address' && part === undefined)
      return { json: { address: id, chain_stats: ledger.stats(id, true), mempool_stats: ledger.stats(id, false) } }
    if (kind === 'address' && part === 'utxo') return { json: ledger.unspent(id).map(describeCoin) }
    if (kind === 'tx') {
      const found = ledger.find(id)
      if (!found) return { status: 404, text: 'Transaction not found' }
      if (part === 'hex') return { text: found.hex }
      if (part === 'status') return { json: describeStatus(found.height) }
    }
    return { status: 404, text: 'endpoint does not exist.' }
  }

  return startJsonServer(port, ({ method, path, query, body }) => {
    try {
      return answer(method, path, query, body)
    } catch (cause) {
      return { status: 400, text: (cause as Error).message }
    }
  })
}

const describeStatus = (height: number | null) =>
  height === null ? { confirmed: false } : { confirmed: true, block_height: height }

const describeCoin = ({ txid, vout, value, height }: UnspentCoin) => ({
  txid,
  vout,
  status: describeStatus(height),
  value: Number(value),
})
