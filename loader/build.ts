import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildLoaderFile, buildUnfilledEnd, loaderFiles } from './bundle.ts'
import { buildNpmPackage } from './npmPackage.ts'

const dist = new URL('dist/', import.meta.url)
await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
for (const output of loaderFiles) {
  const { code } = await buildLoaderFile(output)
  const end = output.file === 'loader.js' ? await buildUnfilledEnd() : ''
  await writeFile(new URL(output.file, dist), code + end)
  console.log(`${output.file} ${code.length} bytes`)
}
await buildNpmPackage(fileURLToPath(new URL('package/', dist)))
await copyFile(new URL('package/global.d.ts', dist), new URL('loader.d.ts', dist))
console.log('package appkit-frame')
