import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createStartEnv, spawnNpmStart } from '../../commands/spawnStart.ts'
import { formatMilliseconds, type MeasureRows, median } from '../row.ts'

const startLimitMs = 10_000

/** Times `npm start` from the command to `ready`, with built packages and an empty data folder. */
export const measureStart: MeasureRows = async ({ rounds }) => {
  const took: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const env = await createStartEnv()
    const before = performance.now()
    const { command } = await spawnNpmStart(env, () => {})
    took.push(performance.now() - before)
    const gone = once(command, 'exit')
    command.kill('SIGTERM')
    await gone
    await rm(env.DATA_DIR, { recursive: true, force: true })
  }
  return [
    {
      figure: '`npm start` until it is ready, after the build',
      measured: formatMilliseconds(median(took)),
      bound: `≤ ${formatMilliseconds(startLimitMs)}`,
      holds: median(took) <= startLimitMs,
    },
  ]
}
