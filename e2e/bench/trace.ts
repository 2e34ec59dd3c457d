/** An event of Chromium's trace; times in microseconds. */
export type TraceEvent = { name: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number }

/**
 * The name of a main-thread task in the trace category `toplevel`. The categories of the developer tools also have
 * tasks, but they slow the page down.
 */
const taskName = 'ThreadControllerImpl::RunTask'

/**
 * The time that the main thread runs tasks between two user-timing marks, and the longest of these tasks. It is CPU
 * time of the thread, since wall time also includes other processes of a busy machine.
 */
export function mainThreadTimeBetween(events: TraceEvent[], startMark: string, endMark: string) {
  const end = events.find(({ name }) => name === endMark)
  const start = events.find(({ name, pid, tid }) => name === startMark && pid === end?.pid && tid === end.tid)
  if (!start || !end) throw new Error(`The trace has no ${start ? endMark : startMark}.`)
  let busyMs = 0
  let longestMs = 0
  for (const { name, pid, tid, ts, dur = 0, tdur = dur } of events) {
    if (name !== taskName || pid !== end.pid || tid !== end.tid || dur === 0) continue
    const inside = Math.min(ts + dur, end.ts) - Math.max(ts, start.ts)
    if (inside <= 0) continue
    busyMs += (tdur * (inside / dur)) / 1_000
    longestMs = Math.max(longestMs, tdur / 1_000)
  }
  return { busyMs, longestMs }
}
