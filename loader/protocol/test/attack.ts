/**
 * The attacks' numbers. Each attack is one test with two forms: the short one runs in `npm test`, the long one, with the
 * numbers of the security gates (G1 … G14), in `npm run attack`, which sets ATTACK=full and prints what each has shown.
 */

/** Node's, whose types the browser folders don't have. */
declare const process: { env: { [name: string]: string | undefined } }

export const isFull = process.env.ATTACK === 'full'

/** ATTACK_SEED repeats a run. */
export const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2 ** 31)

export const size = (short: number, full: number): number => (isFull ? full : short)

/** A test's time, in ms. In the long form it only ends what hangs. */
export const limitMs = (short = 120_000): number => (isFull ? 6 * 3_600_000 : short)

export type Shown = { gate: string; count: number; what: string; note?: string }

/** Says in the report of the run what this test has shown: of which gate, how many of what, and what is only printed. */
export const shows = (
  { meta }: { meta: object },
  gate: `G${number}`,
  count: number,
  what: string,
  note?: string,
): void => {
  const shown: Shown = { gate, count, what, ...(note !== undefined && { note }) }
  Object.assign(meta, { shown: [...((meta as { shown?: Shown[] }).shown ?? []), shown] })
}
