import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { freshEnv, spawnStart } from '../../commands/spawnStart.ts'
import { type Measure, median, milliseconds } from '../row.ts'

const startLimitMs = 10_000

/** Times `npm start` from the command to `ready`, with built packages and an empty data folder. */
export const start: Measure = async ({ rounds }) => {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const env = await freshEnv()
    const before = performance.now()
    const { command } = await spawnStart(env, () => {})
    took.push(performance.now() - before)
    const gone = once(command, 'exit')
    command.kill('SIGTERM')
    await gone
    await rm(env.DATA_DIR, { recursive: true, force: true })
  }
  return [
    {
      figure: '`npm start` until it is ready, after the build',
      measured: milliseconds(median(took)),
      bound: `≤ ${milliseconds(startLimitMs)}`,
      holds: median(took) <= startLimitMs,
    },
  ]
}
