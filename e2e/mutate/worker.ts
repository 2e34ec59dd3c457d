import { appendFileSync } from 'node:fs'
import {
  type RunnerTestCase,
  type RunnerTestFile,
  type SerializedConfig,
  TestRunner,
  type TestTryOptions,
} from 'vitest'
import type { LogLine, Plan } from './plan.ts'

/** Taken before a test replaces them by fake ones. */
const { setTimeout, clearTimeout, performance } = globalThis
const now = (): number => performance.now()

declare global {
  var isActiveMutant: ((id: number) => boolean) | undefined
}

/** A mutant may slow a test down, and the machine may be busy. A test that takes longer than this hangs. */
const limitOf = (ms: number): number => ms * 3 + 2_000

/** Vitest's runner, but it repeats each test with its mutants. It also records which mutants a test reaches. */
export default class MutantRunner extends TestRunner {
  readonly #plan: Plan = this.injectValue('mutate')
  #active: number | undefined
  #reached = new Set<number>()
  #deadline = Number.POSITIVE_INFINITY
  #calls = 0
  /** The mutants of the test that runs, and what its first run needed. */
  #mutants: number[] = []
  #ms = 0
  #firstReached = new Set<number>()
  #firstPassed = true
  #isAttempt = true
  #startedAt = 0
  readonly #killed = new Set<number>()
  /** The mutant that the last attempt killed, if the test has not passed since. */
  #suspect: number | undefined
  #tried = 0
  #isSpoiled = false

  constructor(config: SerializedConfig) {
    super(config)
    if (this.#plan.mode === 'fresh' && this.#plan.mutant !== undefined) this.#start(this.#plan.mutant)
    globalThis.isActiveMutant = (id) => {
      this.#reached.add(id)
      if ((++this.#calls & 255) === 0 && now() > this.#deadline) throw new Error('The mutant took too long.')
      return id === this.#active
    }
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test)
    this.#mutants = this.#plan.mode === 'switch' ? (this.#plan.tests[test.id] ?? []) : []
    test.retry = 0
    // The first run is without a mutant. After each mutant another one can show whether the test still passes.
    test.repeats = this.#plan.mode === 'reach' ? 1 : this.#mutants.length * 2
    const isNeeded = this.#plan.mode === 'switch' ? this.#mutants.length > 0 : this.#killed.size === 0
    if (!isNeeded || this.#isSpoiled) test.mode = 'skip'
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options)
    const { repeats } = options
    this.#isAttempt = true
    if (this.#plan.mode === 'reach') {
      if (repeats === 0) this.#logReached(test.file.filepath)
      this.#reached = new Set()
    }
    if (this.#plan.mode === 'switch' && repeats > 0) {
      const mutant = this.#mutants[(repeats - 1) >> 1]
      const isCheck = repeats % 2 === 0
      this.#isAttempt = !this.#isSpoiled && (isCheck ? this.#suspect !== undefined : !this.#killed.has(mutant ?? -1))
      if (mutant !== undefined && !isCheck && this.#isAttempt) this.#start(mutant)
    }
    if (this.#plan.mode === 'fresh') this.#ms = this.#plan.testMs[test.id] ?? 0
    this.#startedAt = now()
    if (this.#active !== undefined) this.#deadline = now() + limitOf(this.#ms)
  }

  #start(mutant: number): void {
    this.#active = mutant
    this.#log({ kind: 'started', pid: process.pid, mutant })
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (!this.#isAttempt) return
    const run = (async () => TestRunner.getTestFn(test)())()
    if (this.#deadline === Number.POSITIVE_INFINITY) return run
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<void>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The mutant took too long.')), this.#deadline - now())
    })
    run.catch(() => {})
    await Promise.race([run, late]).finally(() => clearTimeout(timer))
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options)
    this.#deadline = Number.POSITIVE_INFINITY
    const isPassing = (test.result?.state === 'fail') === (test.fails === true)
    if (this.#plan.mode === 'reach') this.#endReachAttempt(test, options.repeats, isPassing)
    if (this.#plan.mode === 'fresh' && !isPassing) this.#kill(test, this.#plan.mutant ?? -1)
    if (this.#plan.mode !== 'switch' || !test.result || !this.#isAttempt) return
    if (options.repeats === 0) this.#ms = now() - this.#startedAt
    if (this.#active !== undefined) this.#endAttempt(test, this.#active, isPassing)
    else if (!isPassing) {
      this.#isSpoiled = true
      this.#log({ kind: 'spoiled', mutant: this.#suspect, isFirst: this.#tried === 1 })
    } else if (this.#suspect !== undefined) {
      this.#kill(test, this.#suspect)
      this.#suspect = undefined
    }
    this.#active = undefined
    test.result.state = 'pass'
    test.result.errors = []
  }

  #endReachAttempt(test: RunnerTestCase, repeats: number, isPassing: boolean): void {
    if (repeats === 0) {
      this.#firstReached = this.#reached
      this.#firstPassed = isPassing
      this.#ms = now() - this.#startedAt
      return
    }
    const [first, second] = [this.#firstReached, this.#reached]
    const isRepeatable = isPassing && this.#firstPassed
    const always = isRepeatable ? [...second].filter((id) => first.has(id)) : []
    const once = [...first, ...second].filter((id) => !always.includes(id))
    this.#log({ kind: 'test', id: test.id, ms: this.#ms, always, once })
    this.#reached = new Set()
  }

  #endAttempt(test: RunnerTestCase, mutant: number, isPassing: boolean): void {
    this.#tried++
    if (isPassing) this.#log({ kind: 'tried', test: test.id, mutant, isKilled: false })
    else this.#suspect = mutant
  }

  #kill(test: RunnerTestCase, mutant: number): void {
    this.#killed.add(mutant)
    this.#log({ kind: 'tried', test: test.id, mutant, isKilled: true })
  }

  override async onAfterRunFiles(files: RunnerTestFile[]): Promise<void> {
    await super.onAfterRunFiles(files)
    if (this.#plan.mode === 'reach') for (const { filepath } of files) this.#logReached(filepath)
  }

  #logReached(path: string): void {
    if (this.#reached.size > 0) this.#log({ kind: 'file', path, mutants: [...this.#reached] })
    this.#reached = new Set()
  }

  #log(line: LogLine): void {
    appendFileSync(this.#plan.log, `${JSON.stringify(line)}\n`)
  }
}
