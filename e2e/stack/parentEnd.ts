import { Socket } from 'node:net'

/**
 * Calls `end` when this process has to stop: after a signal, or when the parent process ends, even by SIGKILL. The
 * parent holds one end of a pipe, and that end closes when the parent ends.
 */
export function onShutdown(end: (reason: string) => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
  const descriptor = Number(process.env.APPKIT_PARENT_PIPE)
  delete process.env.APPKIT_PARENT_PIPE
  if (!descriptor) return
  const pipe = new Socket({ fd: descriptor, readable: true, writable: false })
  pipe.on('close', () => end('parent gone')).on('error', () => {})
  pipe.resume()
  pipe.unref()
}
