/**
 * The numbers of the attacks. Each attack is one test with two forms. The short form runs in `npm test`. The long form has the
 * numbers of the security gates (G1 … G14) and runs in `npm run attack`, which sets ATTACK=full and prints the results.
 */

type Files = {
  existsSync(path: string): boolean
  readFileSync(path: string, encoding: 'utf8'): string
  writeFileSync(path: string, text: string): void
}
/** Node's, whose types the browser folders don't have. */
declare const process: {
  env: { [name: string]: string | undefined }
  stderr: { write(text: string): void }
  getBuiltinModule(name: 'node:fs'): Files
}
const { env } = process

export const isFull = env.ATTACK === 'full'

/** ATTACK_SEED repeats a run. The short form is the same each time. */
export const seed = Number(env.ATTACK_SEED ?? (isFull ? Date.now() % 2 ** 31 : 20_261_121))

export const size = (short: number, full: number): number => (isFull ? full : short)

/** A test's time, in ms. In the long form it only ends what hangs. */
export const limitMs = (short = 120_000): number => (isFull ? 24 * 3_600_000 : short)

/** The random choices of an attack. The same seed repeats them. */
export const createChance = (from: number) => {
  let state = from
  const below = (ceiling: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * ceiling)
  }
  return { below, pick: <Of>(list: readonly Of[]): Of => list[below(list.length)] as Of }
}

export type Shown = {
  gate: string
  count: number
  what: string
  note?: string
  /** Where the time was up before all were done. */
  of?: number
}
type Task = { meta: object }

/** Says in the report of the run what this test has shown: of which gate, how many of what, and what is only printed. */
export const shows = (task: Task, gate: `G${number}`, count: number, what: string, note?: string): void =>
  show(task, { gate, count, what, ...(note !== undefined && { note }) })

const show = ({ meta }: Task, shown: Shown): void => {
  Object.assign(meta, { shown: [...((meta as { shown?: Shown[] }).shown ?? []), shown] })
}

type Counts = { [name: string]: number }
type Kept = { seed: number; done: number; seconds: number; counts: Counts }
type Planned<Own extends Counts> = {
  gate: `G${number}`
  what: string
  total: number
  step: number
  /** Whatever is counted over all of it. */
  counts: Own
  /** The last step needs all steps before it, so an interrupted run cannot be resumed. */
  isWhole?: true
}
export type Course<Own extends Counts = Counts> = ReturnType<typeof takeUp<Own>>

const tellMs = 10_000
const number = (value: number): string => Math.round(value).toLocaleString('en-US')

/**
 * A long attack in steps. In the long form it says how far it is, and keeps that in the folder ATTACK_KEPT, from where a
 * run with ATTACK_RESUME=1 goes on with the same seed. After ATTACK_MINUTES it ends with what it has done.
 */
export const takeUp = <Own extends Counts>(task: Task, { gate, what, total, step, counts, isWhole }: Planned<Own>) => {
  const files = isFull && env.ATTACK_KEPT ? process.getBuiltinModule('node:fs') : undefined
  const path = `${env.ATTACK_KEPT}/${gate} ${what}.json`.replaceAll(/[^\w/.-]+/g, '-')
  const isTakenUp = files && env.ATTACK_RESUME === '1' && !isWhole && files.existsSync(path)
  const kept: Kept = isTakenUp ? JSON.parse(files.readFileSync(path, 'utf8')) : { seed, done: 0, seconds: 0, counts }
  Object.assign(counts, kept.counts)
  const [from, earlier, begin] = [kept.done, kept.seconds, performance.now()]
  const endsAt = begin + Number(env.ATTACK_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000
  let toldAt = begin
  let done = from

  const keep = (isTold: boolean): void => {
    if (!isFull) return
    const seconds = (performance.now() - begin) / 1_000
    files?.writeFileSync(path, JSON.stringify({ seed: kept.seed, done, seconds: earlier + seconds, counts }))
    if (!isTold) return
    const rate = (done - from) / seconds
    const left = `${number(rate)} a second, ${number((total - done) / rate / 60)} min left`
    process.stderr.write(`${gate} ${what}: ${number(done)} of ${number(total)}, ${left}, seed ${kept.seed}\n`)
  }
  return {
    /** The progress of this attack, including an earlier run. */
    seed: kept.seed,
    counts,
    done: (): number => done,
    /** The first of each step and how many belong to it. `check` throws where a step did not hold, so that none goes on behind it. */
    *steps(check = () => {}): Generator<[first: number, count: number]> {
      while (done < total && performance.now() < endsAt) {
        const count = Math.min(step, total - done)
        yield [done, count]
        check()
        done += count
        const isTold = performance.now() - toldAt > tellMs
        if (isTold) toldAt = performance.now()
        keep(isTold)
      }
      keep(true)
    },
    shows: (note = ''): void => {
      const seconds = earlier + (performance.now() - begin) / 1_000
      const rate = `seed ${kept.seed}, ${number(done / seconds)} a second, ${number(seconds)} s in all`
      show(task, {
        gate,
        count: done,
        what,
        note: note ? `${note}; ${rate}` : rate,
        ...(done < total && { of: total }),
      })
    },
  }
}
