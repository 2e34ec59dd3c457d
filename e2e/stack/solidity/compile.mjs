import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/**
 * Compiles the Solidity sources of this folder into `artefacts.json`. The compiler is no dependency of the repository:
 * `npm exec --package=solc@0.8.37 -- node e2e/stack/solidity/compile.mjs`
 */
const folder = new URL('./', import.meta.url)
const sources = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.sol'))
    .sort()
    .map((name) => [name, { content: readFileSync(new URL(name, folder), 'utf8') }]),
)
const input = {
  language: 'Solidity',
  sources,
  settings: {
    optimizer: { enabled: true, runs: 200 },
    evmVersion: 'cancun',
    metadata: { appendCBOR: false },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  },
}
const { status, stdout, stderr } = spawnSync('solcjs', ['--standard-json'], {
  input: JSON.stringify(input),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (status !== 0) throw new Error(stderr)
const { errors = [], contracts } = JSON.parse(stdout.slice(stdout.indexOf('{')))
const failures = errors.filter(({ severity }) => severity === 'error')
if (failures.length > 0) throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'))

const made = Object.values(contracts)
  .flatMap((file) => Object.entries(file))
  .filter(([, { evm }]) => evm.bytecode.object !== '')
  .map(([name, { abi, evm }]) => [name, { abi, bytecode: `0x${evm.bytecode.object}` }])
const hashes = Object.entries(sources).map(([name, { content }]) => [
  name,
  createHash('sha256').update(content).digest('hex'),
])
const text = JSON.stringify({ sources: Object.fromEntries(hashes), contracts: Object.fromEntries(made) }, null, 1)
writeFileSync(new URL('artefacts.json', folder), `${text}\n`)
