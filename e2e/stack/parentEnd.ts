import { Socket } from 'node:net'

/**
 * Calls back when this process should end: after a signal, or after the end of its parent, even by SIGKILL. The
 * parent's end of the pipe closes with the parent.
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
