import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundle, outputs } from './bundle.ts'

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length
const name = (module: string): string => module.replace(/^.*\/loader\//, '')

test.each(outputs.filter((output) => 'limit' in output))(
  '$file is at most $limit bytes',
  async (output) => {
    const { code, modules } = await bundle(output)
    const total = gzipped(code)
    // Before it is minified, since names and repeated phrases cost nothing in themselves: where to look, not a sum.
    const costs = Object.entries(modules).map(([module, { code }]) => ({
      module: name(module),
      bytes: gzipped(code ?? ''),
    }))
    for (const { module, bytes } of costs.sort((one, other) => other.bytes - one.bytes))
      console.log(`${String(bytes).padStart(6)}  ${module}`)
    console.log(`${String(total).padStart(6)}  ${output.file}, of ${output.limit}`)
    expect(total).toBeLessThanOrEqual(output.limit)
  },
  30_000,
)
