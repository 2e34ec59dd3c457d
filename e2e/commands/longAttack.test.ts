import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'

/** Starts the attack in this process, with the environment variables that `npm run attack` sets. */
const startLong = async (env: { [name: string]: string }) => {
  vi.stubEnv('ATTACK', 'full')
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.resetModules()
  const { startLongAttack } = await import('@appkit-frame/loader/protocol/test/attack.ts')
  const task = { meta: {} as { results?: object[] } }
  const counts = { sum: 0 }
  return { task, attack: startLongAttack(task, { gate: 'G7', what: 'guesses', total: 10, step: 3, counts }) }
}
const makeKept = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'attack-'))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })
  return folder
}

test('resumes a long attack after its last successful step, with its seed and counts', async () => {
  const ATTACK_KEPT = await makeKept()
  const first = await startLong({ ATTACK_KEPT, ATTACK_SEED: '5' })
  const run = () => {
    const check = () => expect(first.attack.counts.sum).toBeLessThan(9)
    for (const [, count] of first.attack.steps(check)) first.attack.counts.sum += count
  }
  expect(run).toThrow()

  const second = await startLong({ ATTACK_KEPT, ATTACK_SEED: '6', ATTACK_RESUME: '1' })
  expect(second.attack.seed).toBe(5)
  const steps = [...second.attack.steps()]
  expect(steps).toEqual([
    [6, 3],
    [9, 1],
  ])
  expect(second.attack.counts.sum).toBe(6)
  second.attack.report()
  expect(second.task.meta.results).toMatchObject([{ gate: 'G7', count: 10, note: expect.stringContaining('seed 5') }])

  const third = await startLong({ ATTACK_KEPT, ATTACK_SEED: '7', ATTACK_RESUME: '0' })
  expect([third.attack.seed, third.attack.done()]).toEqual([7, 0])
})

test('a long attack reports its progress when its time is up', async () => {
  const { task, attack } = await startLong({ ATTACK_KEPT: await makeKept(), ATTACK_MINUTES: '0' })
  expect([...attack.steps()]).toEqual([])
  attack.report('note')
  expect(task.meta.results).toMatchObject([{ count: 0, of: 10, note: expect.stringContaining('note') }])
})
