import 'vitest'

/**
 * The work of one run of test files, which the command gives to the worker.
 *
 * `reach`, the first mode: runs each test twice without a mutant, and logs which mutants it reaches.
 *
 * `switch`, the second: runs each test without a mutant, and then with each of its mutants, in the same process. This is
 * quick, but only judges code that runs again for each test. `tests` has the mutants by the id of the test.
 *
 * `fresh`, the last: runs all tests in a new process, in which one mutant is active from the start. This judges code
 * that runs only once, such as that of a module that loads. `testMs` has the time that each test takes without a mutant.
 * A run that names no mutant shows whether the tests pass at all.
 */
export type Plan = { log: string } & (
  | { mode: 'reach' }
  | { mode: 'switch'; tests: { [testId: string]: number[] } }
  | { mode: 'fresh'; mutant: number | undefined; testMs: { [testId: string]: number } }
)

/** One line of the log that the worker writes. A killed process loses none of them. */
export type LogLine =
  /**
   * `always`: the mutants that both runs of a test reach, so that it can try them in the mode `switch`. `once`: the
   * others that a run reaches. A test that fails in its second run has no mutants in `always`.
   */
  | { kind: 'test'; id: string; ms: number; always: number[]; once: number[] }
  /** The mutants that a test file reaches outside its tests, for example while its modules load. */
  | { kind: 'file'; path: string; mutants: number[] }
  | { kind: 'started'; pid: number; mutant: number }
  | { kind: 'tried'; test: string; mutant: number; isKilled: boolean }
  /** The test fails also without a mutant now, so this process can judge no other one. `mutant` is the last tried. */
  | { kind: 'spoiled'; mutant: number | undefined; isFirst: boolean }

declare module 'vitest' {
  interface ProvidedContext {
    mutate: Plan
  }
}
