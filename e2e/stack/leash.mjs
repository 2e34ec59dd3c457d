// Holds the process ids of a stack and ends them when its owner is gone, even by SIGKILL: then this pipe closes.
import { createInterface } from 'node:readline'

const held = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

for await (const line of createInterface({ input: process.stdin })) {
  const [verb, id] = line.split(' ')
  if (verb === 'hold') held.add(Number(id))
  else held.delete(Number(id))
}
for (const id of held) {
  try {
    process.kill(id, 'SIGKILL')
  } catch {
    // Already gone.
  }
}
