import { mkdir, rm, writeFile } from 'node:fs/promises'
import { bundle, outputs } from './bundle.ts'

const dist = new URL('dist/', import.meta.url)
await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
for (const output of outputs) {
  const { code } = await bundle(output)
  await writeFile(new URL(output.file, dist), code)
  console.log(`${output.file} ${code.length} bytes`)
}
