import { isModule, readModules } from '../checks/modules.ts'
import { isTestFile, readSourceTexts } from '../checks/repository.ts'
import { testsAffectedBy } from '../commands/affected.ts'
import { onShutdown } from '../stack/parentEnd.ts'
import type { NumberedMutant } from './instrument.ts'
import { mutateFolder } from './mutateFolder.ts'
import { drawSample, formatShares, formatSurvivors, isEnough, readArguments } from './report.ts'

const progressSeconds = 15

/**
 * `npm run mutate`: changes the code that decides on approvals in many small ways, and runs the unit tests
 * beside it on each change. A change that fails no test survives: nothing states the behaviour that it breaks.
 */
const wallet = 'secure-wallet/src'
const requests = `${wallet}/requests`
const walletTests = [`${wallet}/approval/`, `${requests}/`]
/** `tests`: the folders whose tests have to state the behaviour. Tests of other folders may reach the code by chance. */
const folders: { name: string; path: string; except?: RegExp; tests: string[] }[] = [
  { name: 'wire', path: 'loader/protocol/wire', tests: ['loader/protocol/'] },
  { name: 'approval', path: `${wallet}/approval`, tests: walletTests },
  { name: 'decode', path: `${requests}/decode`, tests: walletTests },
  { name: 'describe', path: `${requests}/describe`, tests: walletTests },
  { name: 'simulate', path: `${requests}/simulate`, tests: walletTests },
  { name: 'requests', path: requests, except: /\/(?:decode|describe|simulate)\//, tests: walletTests },
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
const rows: Parameters<typeof formatShares>[0][number][] = []
for (const { name, path, except, tests } of folders.filter((folder) => chosen.includes(folder.name))) {
  const modules = [...sources]
    .map(([file, text]) => ({ path: file, text }))
    .filter(({ path: file }) => file.startsWith(`${path}/`) && isModule(file))
    .filter(({ path: file }) => !except?.test(file) && !isTestFile(file))
  const { units } = testsAffectedBy(
    modules.map((module) => module.path),
    parsed,
  )
  const testFiles = units.filter((file) => tests.some((folder) => file.startsWith(folder)))
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
  const result = await mutateFolder(path.slice(0, path.indexOf('/')), modules, testFiles, choose, showLeft)
  rows.push({ ...result, name, total })
  console.log(`${name}: ${result.mutants.length} mutants in ${secondsSince(startedAt)} s\n${formatSurvivors(result)}`)
}
console.log(formatShares(rows))
process.exit(isEnough(rows) ? 0 : 1)
