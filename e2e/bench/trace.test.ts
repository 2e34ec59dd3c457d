import { expect, test } from 'vitest'
import { mainThreadTimeBetween } from './trace.ts'

const thread = { pid: 7, tid: 1 }
const task = (startMs: number, durMs: number, cpuMs = durMs, at = thread) => ({
  ...at,
  name: 'ThreadControllerImpl::RunTask',
  ts: startMs * 1_000,
  dur: durMs * 1_000,
  tdur: cpuMs * 1_000,
})
const mark = (name: string, ms: number, at = thread) => ({ ...at, name, ts: ms * 1_000 })

test('sums the CPU time of the tasks between two marks, and of a task that crosses a mark counts the part between them', () => {
  const events = [
    mark('painted', 5, { pid: 8, tid: 1 }),
    mark('painted', 10),
    mark('interactive', 100),
    task(0, 20),
    task(30, 40, 10),
    task(90, 20),
    task(150, 50),
    task(40, 50, 50, { pid: 8, tid: 1 }),
  ]
  expect(mainThreadTimeBetween(events, 'painted', 'interactive')).toEqual({ busyMs: 10 + 10 + 10, longestMs: 20 })
})

test('rejects a trace that lacks one of the two marks', () => {
  expect(() => mainThreadTimeBetween([mark('painted', 1)], 'painted', 'interactive')).toThrow('painted')
})
