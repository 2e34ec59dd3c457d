import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BenchRow, formatBytes, type MeasureRows } from '../row.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const gzipped = async (path: string) => gzipSync(await readFile(`${root}${path}`), { level: 9 }).length
const secureLimit = 180 * 1024

/** The compressed size of each file. */
export const measureSizes: MeasureRows = async () => {
  const rows: BenchRow[] = []
  for (const [file, limit] of [
    ['loader/dist/loader.js', 3_072],
    ['loader/dist/bridge.js', 6_144],
    ['loader/dist/page.js', 7_168],
    ['loader/dist/siwx.js', 2_048],
    ['loader/dist/solana.js', 2_048],
  ] as const) {
    const size = await gzipped(file)
    rows.push({
      figure: `${file}, gzip -9`,
      measured: formatBytes(size),
      bound: `≤ ${formatBytes(limit)}`,
      holds: size <= limit,
    })
  }
  const assets = `${root}secure-wallet/dist/`
  const manifest: Manifest = JSON.parse(await readFile(`${assets}manifest.json`, 'utf8'))
  const worker = (await readdir(`${assets}assets`)).filter((name) => name.startsWith('worker'))
  const scripts = [
    ...loadedWith(manifest, ['src/main.ts', 'src/requests/openRequests.ts']),
    ...worker.map((name) => `assets/${name}`),
  ]
  const parts = await Promise.all(scripts.map((file) => gzipped(`secure-wallet/dist/${file}`)))
  const secure = parts.reduce((sum, part) => sum + part, 0)
  const { dependencies } = JSON.parse(await readFile(`${root}secure-wallet/package.json`, 'utf8'))
  const count = Object.keys(dependencies).filter((name) => name !== '@appkit-frame/loader').length
  rows.push({
    figure: 'S: JS before its first approval, gzip; runtime dependencies',
    measured: `${formatBytes(secure)}; ${count}`,
    bound: `≤ ${formatBytes(secureLimit)}; ≤ 12`,
    holds: secure <= secureLimit && count <= 12,
  })
  return rows
}

type Manifest = { [name: string]: { file: string; imports?: string[] } }

/** Returns the built files of the named modules and of their static imports. */
function loadedWith(manifest: Manifest, names: string[]): string[] {
  const seen = new Set<string>()
  const walk = (name: string): void => {
    const part = manifest[name]
    if (!part) throw new Error(`The build has no ${name}.`)
    if (seen.has(name)) return
    seen.add(name)
    part.imports?.forEach(walk)
  }
  names.forEach(walk)
  return [...seen].map((name) => manifest[name]?.file ?? '')
}
