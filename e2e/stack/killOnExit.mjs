// Kills the processes of a stack when their parent ends, even by SIGKILL, because the pipe closes with the parent.
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
    // The process has already ended.
  }
}
