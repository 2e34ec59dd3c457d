import { once } from 'node:events'
import { createServer } from 'node:http'
import autocannon from 'autocannon'
import { fetchWithHost } from '../../stack/fetchWithHost.ts'
import type { BenchRow, MeasureRows } from '../row.ts'

const seconds = 3
const share = 0.6

/** Responses per second of the product's server, compared with a bare node:http server with the same response. */
export const measureServer: MeasureRows = async ({ stack }) => {
  const { port, host } = new URL(stack.modal)
  const rows: BenchRow[] = []
  for (const [figure, path, headers] of [
    ['static answers a second', '/loader.js', {}],
    ['origin answers a second', '/projects/v1/origins?projectId=demo', { Origin: stack.shop }],
  ] as const) {
    const body = await fetchWithHost(`http://127.0.0.1:${port}${path}`, host)
    const bare = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/plain' }).end(body))
    bare.listen(0, '127.0.0.1')
    await once(bare, 'listening')
    const address = bare.address()
    const own = await perSecond(`http://127.0.0.1:${port}${path}`, { Host: host, ...headers })
    const floor = await perSecond(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, {})
    bare.closeAllConnections()
    bare.close()
    rows.push({
      figure: `server: ${figure}, against node:http`,
      measured: `${Math.round(own)} (${(own / floor).toFixed(2)}×)`,
      floor: String(Math.round(floor)),
      bound: `≥ ${share}×`,
      holds: own / floor >= share,
    })
  }
  return rows
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: 16, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${url}: ${result.non2xx} answers were not 200`)
  return result.requests.average
}
