import { readModules } from '../checks/modules.ts'
import { isTestFile, readSourceTexts } from '../checks/repository.ts'
import { testsAffectedBy } from '../commands/affected.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import type { NumberedMutant } from './instrument.ts'
import { mutateFolder } from './mutateFolder.ts'
import { drawSample, formatReport, isEnough, readArguments } from './report.ts'

const progressSeconds = 15

/**
 * `npm run mutate`: changes the code that decides on approvals in many small ways, and runs the unit tests of its
 * package on each change. A change that fails no test survives: nothing states the behaviour that it breaks.
 */
const requests = 'secure-wallet/src/requests'
const folders: { name: string; packageName: string; path: string; except?: RegExp }[] = [
  { name: 'wire', packageName: 'loader', path: 'loader/protocol/wire' },
  { name: 'approval', packageName: 'secure-wallet', path: 'secure-wallet/src/approval' },
  { name: 'decode', packageName: 'secure-wallet', path: `${requests}/decode` },
  { name: 'describe', packageName: 'secure-wallet', path: `${requests}/describe` },
  { name: 'simulate', packageName: 'secure-wallet', path: `${requests}/simulate` },
  { name: 'requests', packageName: 'secure-wallet', path: requests, except: /\/(?:decode|describe|simulate)\// },
]

onShutdown(() => process.exit(1))
const {
  sample,
  seed,
  folders: chosen,
} = readArguments(
  process.argv.slice(2),
  folders.map(({ name }) => name),
)
const sources = readSourceTexts()
const parsed = readModules(sources)
const rows: Parameters<typeof formatReport>[0][number][] = []
for (const { name, packageName, path, except } of folders.filter((folder) => chosen.includes(folder.name))) {
  const modules = [...sources]
    .map(([file, text]) => ({ path: file, text }))
    .filter(({ path: file }) => file.startsWith(`${path}/`) && !except?.test(file) && !isTestFile(file))
  const { units } = testsAffectedBy(
    modules.map((module) => module.path),
    parsed,
  )
  const testFiles = units.filter((file) => file.startsWith(`${packageName}/`) && !file.includes('.stacks.test.'))
  const startedAt = performance.now()
  let total = 0
  let shown = startedAt
  const choose = (mutants: readonly NumberedMutant[]): NumberedMutant[] => {
    total = mutants.length
    return drawSample(mutants, sample, seed)
  }
  const secondsSince = (time: number): number => Math.round((performance.now() - time) / 1_000)
  const showLeft = (left: number): void => {
    if (secondsSince(shown) < progressSeconds) return
    shown = performance.now()
    console.log(`${name}: ${left} mutants left after ${secondsSince(startedAt)} s`)
  }
  const result = await mutateFolder(packageName, modules, testFiles, choose, showLeft)
  rows.push({ ...result, name, total })
  console.log(`${name}: ${result.mutants.length} mutants in ${secondsSince(startedAt)} s`)
}
console.log(`\n${formatReport(rows)}`)
process.exit(isEnough(rows) ? 0 : 1)
