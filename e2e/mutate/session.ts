import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { Plugin } from 'vite'
import { createVitest, type TestSpecification } from 'vitest/node'
import type { LogLine, Plan } from './plan.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const log = join(root, 'test-results', `mutate-${process.pid}.log`)
/** A worker that writes no line for so long hangs in a loop without a mutant. */
const silentMs = 90_000
const watchMs = 5_000

type PlanWithoutLog<One = Plan> = One extends Plan ? Omit<One, 'log'> : never
/** `failures` has the title and the error of each failed test, and each error of a file that did not load. */
type RunResult = { lines: LogLine[]; failures: string[] }
export type Session = {
  run(plan: PlanWithoutLog, testFiles: readonly string[]): Promise<RunResult>
  close(): Promise<void>
}

/** Starts vitest for a package, with the changed text of some of its modules. All paths start at the repository. */
export const startSession = async (packageName: string, codes: ReadonlyMap<string, string>): Promise<Session> => {
  await mkdir(dirname(log), { recursive: true })
  const plugin: Plugin = {
    name: 'mutants',
    enforce: 'pre',
    transform: (_code, id) => {
      const code = id.startsWith(root) ? codes.get(id.slice(root.length).replace(/\?.*/, '')) : undefined
      return code === undefined ? null : { code, map: null }
    },
  }
  const vitest = await createVitest(
    {
      root: join(root, packageName),
      config: join(root, packageName, 'vite.config.ts'),
      runner: fileURLToPath(new URL('worker.ts', import.meta.url)),
      watch: false,
      // Vitest's cache on the disk would keep the changed modules, also of an earlier run with other mutants.
      fsModuleCache: false,
      maxWorkers: 1,
      silent: true,
      reporters: [{}],
    },
    { plugins: [plugin] },
    // Mutants break things loudly, and only the report counts.
    { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() },
  )
  const project = vitest.getRootProject()
  const specificationOf = (path: string): TestSpecification => project.createSpecification(join(root, path))

  const run: Session['run'] = async (plan, testFiles) => {
    rmSync(log, { force: true })
    project.provide('mutate', { ...plan, log })
    const stopWatching = endSilentWorker()
    try {
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(testFiles.map(specificationOf))
      const failures = [
        ...unhandledErrors.map((error) => inspect(error)),
        ...testModules.flatMap((module) => [
          ...module.errors().map(({ message }) => message),
          ...[...module.children.allTests('failed')].map(
            (failed) => `${failed.fullName}: ${failed.result().errors?.[0]?.message}`,
          ),
        ]),
      ]
      return { lines: readLog(), failures }
    } finally {
      stopWatching()
    }
  }
  const close: Session['close'] = async () => {
    await vitest.close()
    rmSync(log, { force: true })
  }
  return { run, close }
}

const readLog = (): LogLine[] =>
  existsSync(log)
    ? readFileSync(log, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : []

/** Ends a worker whose mutant hangs in code that has no switch. The run then fails, which kills the mutant. */
const endSilentWorker = (): (() => void) => {
  let size = -1
  let since = performance.now()
  const timer = setInterval(() => {
    const current = existsSync(log) ? statSync(log).size : 0
    if (current !== size) since = performance.now()
    size = current
    const last = performance.now() - since > silentMs ? readLog().at(-1) : undefined
    if (last?.kind === 'started') process.kill(last.pid, 'SIGKILL')
  }, watchMs)
  return () => clearInterval(timer)
}
