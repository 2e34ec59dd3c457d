import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { buildLoaderFile, loaderFiles } from './bundle.ts'

const gzipped = (text: string): number => gzipSync(text, { level: 9 }).length
/** Replaces the placeholders by values as the server of a deployment does when it starts. */
const filled = (code: string): string =>
  code
    .replaceAll('%FRAME_ORIGIN%', 'https://modal.example.com')
    .replaceAll('%NAME%', 'AppKit')
    .replaceAll('%RDNS%', 'com.example.modal')
    .replaceAll('%SECURE_ORIGIN%', 'https://wallet.example.com')
    .replaceAll('%BRIDGE_URL%', 'https://modal.example.com/v/0.1.0/bridge.js')
    .replaceAll('%PAGE_URL%', 'https://modal.example.com/v/0.1.0/page.js')
    .replaceAll('%SIWX_URL%', 'https://modal.example.com/v/0.1.0/siwx.js')
    .replaceAll('%SOLANA_URL%', 'https://modal.example.com/v/0.1.0/solana.js')
    .replaceAll('%BITCOIN_URL%', 'https://modal.example.com/v/0.1.0/bitcoin.js')
    .replaceAll('%CHAINS_URL%', 'https://modal.example.com/v/0.1.0/chains.js')
    .replaceAll('%NOTICES%', () =>
      languages.map((language) => `${language} ${notices(language)} ${hash(language, code)}`).join(' '),
    )
    // Each file gets a different hash, as in a deployment: gzip would compress equal hashes.
    .replaceAll(/%([A-Z]+)_INTEGRITY%/g, (_, file) => hash(file, code))
const languages = loaderFiles.flatMap(({ file }) => /^notices-(\w+)/.exec(file)?.[1] ?? [])
const notices = (language: string): string => `https://modal.example.com/v/0.1.0/notices-${language}.js`
const hash = (...texts: string[]): string => `sha256-${createHash('sha256').update(texts.join()).digest('base64')}`
const name = (module: string): string => module.replace(/^.*\/loader\//, '')

test.each(loaderFiles.filter((output) => 'limit' in output))(
  '$file is at most $limit bytes',
  async (output) => {
    const { code, modules } = await buildLoaderFile(output)
    const total = gzipped(filled(code))
    // Sizes before minification: they show which modules to look at, but do not add up to the file's size.
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
