import 'vitest'

/** The work of one run of test files, which the command gives to the worker. */
export type Plan = { log: string } & (
  | { mode: 'reach' }
  /** The mutants that each test tries one after the other, by the id of the test. */
  | { mode: 'switch'; tests: { [testId: string]: number[] } }
  /** One mutant that is active from the start, because the code that it changes runs only once. */
  | { mode: 'fresh'; mutant: number | undefined; testMs: { [testId: string]: number } }
)

/** One line of the log that the worker writes. A killed process loses none of them. */
export type LogLine =
  /**
   * `always`: the mutants that every run of a test reaches. `once`: the others that a run reaches. A test that leaves
   * something behind is not repeatable: it, or a later test, fails after its second run.
   */
  | { kind: 'test'; id: string; ms: number; always: number[]; once: number[]; isRepeatable: boolean }
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
