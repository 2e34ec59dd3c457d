import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fetchWithHost } from './fetchWithHost.ts'
import type { ProcessGroup } from './processGroup.ts'

const startLimitMs = 40_000
const entry = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

type ServerOptions = {
  port: number
  modalOrigin: string
  walletOrigin: string
  config: string
  data: string
  /** Additional environment variables of the server's process. */
  environment?: NodeJS.ProcessEnv
}

type Server = {
  process: ChildProcess
  /** The script tag with a pinned version and its integrity. The server logs this tag once it is ready. */
  tag: Promise<string>
}

/** Starts the built server as an operator does. Resolves when `/ready` answers. */
export async function startServer(processes: ProcessGroup, options: ServerOptions): Promise<Server> {
  const { port, modalOrigin, walletOrigin, config, data, environment } = options
  await shareCompressedFiles(data)
  const server = processes.add('server', process.execPath, [entry], {
    PORT: String(port),
    MODAL_ORIGIN: modalOrigin,
    WALLET_ORIGIN: walletOrigin,
    APPKIT_CONFIG: config,
    DATA_DIR: data,
    ...environment,
  })
  const tag = readTag(server)
  for (const deadline = Date.now() + startLimitMs; ; ) {
    try {
      await fetchWithHost(`http://127.0.0.1:${port}/ready`, new URL(modalOrigin).host)
      return { process: server, tag }
    } catch (cause) {
      if (server.exitCode !== null) throw new Error('The server did not start; its words are above.', { cause })
      if (Date.now() > deadline) throw new Error(`The server is not ready after ${startLimitMs / 1000} s.`, { cause })
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

const sharedFiles = fileURLToPath(new URL('../../node_modules/.cache/compressed', import.meta.url))

/**
 * Every stack has its own data folder, but all servers share one folder of compressed files. Compressing the built
 * files takes six seconds of processor time, which each server would otherwise spend at its start.
 */
async function shareCompressedFiles(data: string): Promise<void> {
  try {
    await mkdir(sharedFiles, { recursive: true })
    await symlink(sharedFiles, join(data, 'compressed'), 'junction')
  } catch {
    // Without the link, the server keeps compressed files in the data folder of this stack, as it would outside tests.
  }
}

/**
 * Waits until the server's wallet database answers. On a busy machine its first start takes longer than the time limit
 * of a login.
 */
export async function awaitDatabase(wallet: string, port: number | string = new URL(wallet).port): Promise<void> {
  const { host, origin } = new URL(wallet)
  const headers = { Host: host, Origin: origin, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' }
  // No flow has this id, but only the database can tell.
  const asked = request(`http://127.0.0.1:${port}/v1/wallet/flows/${'A'.repeat(22)}`, { headers })
  asked.end()
  const [response]: IncomingMessage[] = await once(asked, 'response')
  response?.resume()
  if (response?.statusCode === 503) throw new Error('The server has no database.')
}

function readTag(server: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    if (!server.stdout) return
    createInterface({ input: server.stdout }).on('line', (line) => {
      if (line.includes('"event":"ready"')) resolve(JSON.parse(line).tag)
    })
  })
}
