import { mkdir, rm, writeFile } from 'node:fs/promises'
import { buildLoaderFile, loaderFiles } from './bundle.ts'

const dist = new URL('dist/', import.meta.url)
await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
for (const output of loaderFiles) {
  const { code } = await buildLoaderFile(output)
  await writeFile(new URL(output.file, dist), code)
  console.log(`${output.file} ${code.length} bytes`)
}
