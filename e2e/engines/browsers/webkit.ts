import type { ChildProcess } from 'node:child_process'
import { findFreePort } from '../../stack/ports.ts'
import { createProcessGroup, type ProcessGroup } from '../../stack/processGroup.ts'
import type { Engine } from '../engine.ts'
import { findProgram } from '../program.ts'
import { connectWebDriver } from '../webDriver.ts'

const findDriver = () => findProgram(['WebKitWebDriver'])
const findBrowser = () => findProgram(['MiniBrowser'], '/usr/lib/*/webkit2gtk-4.*/MiniBrowser')
const hasDisplay = () => Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)
const findDisplayServer = () => findProgram(['Xvfb'])

/** WebKitGTK, which has no mode without a display. */
export const webkit: Engine = {
  missing: () => {
    if (!findBrowser()) return 'MiniBrowser'
    if (!findDriver()) return 'WebKitWebDriver'
    return hasDisplay() || findDisplayServer() ? null : 'Xvfb'
  },
  storages: ['partitioned'],
  async start() {
    const port = await findFreePort()
    const processes = createProcessGroup((name, said) => console.error(`${name} ended by itself.\n${said}`))
    const environment = hasDisplay() ? {} : { DISPLAY: await startDisplay(processes) }
    processes.add('WebKitWebDriver', findDriver() ?? '', [`--port=${port}`], {
      ...environment,
      // A machine without a graphics card has no buffers to share between WebKit's processes.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    })
    const options = { binary: findBrowser(), args: ['--automation', '--geometry=1280x800'] }
    const capabilities = { 'webkitgtk:browserOptions': options }
    return connectWebDriver({
      server: `http://127.0.0.1:${port}`,
      capabilities,
      page: 'window',
      end: () => processes.stop(),
    })
  },
}

/** Starts an X server without a screen and returns its name. */
async function startDisplay(processes: ProcessGroup): Promise<string> {
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const server: ChildProcess = processes.add('Xvfb', findDisplayServer() ?? '', args)
  const number = await new Promise<string>((found, failed) => {
    server.stdout?.once('data', (chunk: Buffer) => found(String(chunk).trim()))
    server.once('close', () => failed(new Error('Xvfb did not start.')))
  })
  return `:${number}`
}
