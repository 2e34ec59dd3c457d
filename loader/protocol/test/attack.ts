/**
 * Test helpers for attacks. Each attack is one test with two sizes. The short size runs in `npm test`. The full size
 * has the numbers of the security gates (G1 … G14) and runs in `npm run attack`, which sets ATTACK=full and prints the
 * results.
 */

type Files = {
  existsSync(path: string): boolean
  readFileSync(path: string, encoding: 'utf8'): string
  writeFileSync(path: string, text: string): void
}
/** Declares Node's `process`, since the browser folders compile without Node's types. */
declare const process: {
  env: { [name: string]: string | undefined }
  stderr: { write(text: string): void }
  getBuiltinModule(name: 'node:fs'): Files
}
const { env } = process

export const isFullSize = env.ATTACK === 'full'

/** ATTACK_SEED=<seed> repeats a run. The short size always uses the same seed. */
export const attackSeed = Number(env.ATTACK_SEED ?? (isFullSize ? Date.now() % 2 ** 31 : 20_261_121))

export const attackSize = (short: number, full: number): number => (isFullSize ? full : short)

/** A test's timeout in ms. The full size has a timeout of a day, which only ends a test that hangs. */
export const attackTimeoutMs = (short = 120_000): number => (isFullSize ? 24 * 3_600_000 : short)

/** The random choices of an attack. The same seed repeats them. */
export const createSeededRandom = (from: number) => {
  let state = from
  const below = (ceiling: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * ceiling)
  }
  return { below, pick: <Of>(list: readonly Of[]): Of => list[below(list.length)] as Of }
}

export type AttackResult = {
  gate: string
  count: number
  what: string
  note?: string
  /** The planned number of attempts, if the attack ran out of time. */
  of?: number
}
type Task = { meta: object }

/** Adds a result to the run's report: the gate, what was attacked, how often, and a note. */
export const reportAttack = (task: Task, gate: `G${number}`, count: number, what: string, note?: string): void =>
  addResult(task, { gate, count, what, ...(note !== undefined && { note }) })

const addResult = ({ meta }: Task, result: AttackResult): void => {
  Object.assign(meta, { results: [...((meta as { results?: AttackResult[] }).results ?? []), result] })
}

type Counts = { [name: string]: number }
type Progress = { seed: number; done: number; seconds: number; counts: Counts }
type AttackPlan<Own extends Counts> = {
  gate: `G${number}`
  what: string
  total: number
  step: number
  /** Further counters of the attack, summed over all steps. */
  counts: Own
  /** False if the last step needs all earlier steps, so that an interrupted run cannot be resumed. */
  canResume?: boolean
}
export type LongAttack<Own extends Counts = Counts> = ReturnType<typeof startLongAttack<Own>>

const printIntervalMs = 10_000
const format = (value: number): string => Math.round(value).toLocaleString('en-US')

/**
 * Runs a long attack in steps. The full size prints its progress and saves it in the folder ATTACK_KEPT. A run with
 * ATTACK_RESUME=1 continues from there with the same seed. After ATTACK_MINUTES the attack ends with what it has done.
 */
export const startLongAttack = <Own extends Counts>(
  task: Task,
  { gate, what, total, step, counts, canResume = true }: AttackPlan<Own>,
) => {
  const files = isFullSize && env.ATTACK_KEPT ? process.getBuiltinModule('node:fs') : undefined
  const path = `${env.ATTACK_KEPT}/${gate} ${what}.json`.replaceAll(/[^\w/.-]+/g, '-')
  const isResumed = files && env.ATTACK_RESUME === '1' && canResume && files.existsSync(path)
  const saved: Progress = isResumed
    ? JSON.parse(files.readFileSync(path, 'utf8'))
    : { seed: attackSeed, done: 0, seconds: 0, counts }
  Object.assign(counts, saved.counts)
  const [from, earlier, begin] = [saved.done, saved.seconds, performance.now()]
  const endsAt = begin + Number(env.ATTACK_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000
  let printedAt = begin
  let done = from

  const saveProgress = (isPrinted: boolean): void => {
    if (!isFullSize) return
    const seconds = (performance.now() - begin) / 1_000
    files?.writeFileSync(path, JSON.stringify({ seed: saved.seed, done, seconds: earlier + seconds, counts }))
    if (!isPrinted) return
    const rate = (done - from) / seconds
    const left = `${format(rate)} a second, ${format((total - done) / rate / 60)} min left`
    process.stderr.write(`${gate} ${what}: ${format(done)} of ${format(total)}, ${left}, seed ${saved.seed}\n`)
  }
  return {
    seed: saved.seed,
    counts,
    /** The number of attempts so far, including an earlier run. */
    done: (): number => done,
    /**
     * Yields each step's first index and length. `check` throws if a step failed, so that no later step hides the
     * failure.
     */
    *steps(check = () => {}): Generator<[first: number, count: number]> {
      while (done < total && performance.now() < endsAt) {
        const count = Math.min(step, total - done)
        yield [done, count]
        check()
        done += count
        const isPrinted = performance.now() - printedAt > printIntervalMs
        if (isPrinted) printedAt = performance.now()
        saveProgress(isPrinted)
      }
      saveProgress(true)
    },
    report: (note = ''): void => {
      const seconds = earlier + (performance.now() - begin) / 1_000
      const rate = `seed ${saved.seed}, ${format(done / seconds)} a second, ${format(seconds)} s in all`
      addResult(task, {
        gate,
        count: done,
        what,
        note: note ? `${note}; ${rate}` : rate,
        ...(done < total && { of: total }),
      })
    },
  }
}
