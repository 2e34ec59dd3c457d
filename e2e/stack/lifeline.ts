import { Socket } from 'node:net'

/**
 * Calls back once this process should end: a signal, or the end of the process that started it, even by SIGKILL
 * (its end of the pipe closes with it).
 */
export function onEnd(end: (reason: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  const descriptor = Number(process.env.APPKIT_LIFELINE)
  delete process.env.APPKIT_LIFELINE
  if (!descriptor) return
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('close', () => end('parent gone')).on('error', () => {})
  pipe.resume()
  pipe.unref()
}
