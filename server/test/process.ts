import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTestBuilds, makeTestFolder, writeFilesInto } from './parts.ts'

/**
 * The free ports are searched below the ephemeral ones, because the system could assign an ephemeral port between its
 * check and its use.
 */
const [lowest, highest] = [30_100, 32_768]

export const findFreePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(lowest, highest)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

/**
 * The path of the server's or the guardian's program. `npm test` has just built both, and a built program needs a fifth
 * of the processor time to start. Vitest alone may run after a change, so it starts the sources.
 */
export const programPath = (program: 'server' | 'guardian'): string =>
  join(import.meta.dirname, '..', entries[process.env.APPKIT_BUILT ? 'built' : 'source'][program])
const entries = {
  built: { server: 'dist/main.js', guardian: 'dist/guardian.js' },
  source: { server: 'src/http/main.ts', guardian: 'src/guardian/main.ts' },
}

/** Starts the server or the guardian as a process, and kills the process when the test ends. */
export const startTestProcess = (entry: string, words: readonly string[], options: SpawnOptions) => {
  const { NODE_COMPILE_CACHE } = process.env
  const env = { ...options.env, NODE_COMPILE_CACHE }
  const child: ChildProcess = spawn(process.execPath, [entry, ...words], { ...options, env })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  const read = (text: Buffer) => {
    output += text
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  const closed = once(child, 'close')
  const waitForEvent = async (event: string): Promise<string> => {
    while (!output.includes(`"event":"${event}"`) && child.exitCode === null)
      await new Promise((next) => setTimeout(next, 20))
    return output
  }
  return {
    signal: (name: NodeJS.Signals) => child.kill(name),
    /** Waits until the process logs the event or ends, and returns the output so far. */
    waitForEvent,
    ready: () => waitForEvent('ready'),
    ended: async () => ({ code: (await closed)[0], output }),
  }
}

/** Finds the reason in the log's first line of an event. */
export const findReason = (output: string, event: string): string | undefined =>
  output
    .split('\n')
    .filter((line) => line.includes(`"event":"${event}"`))
    .map((line) => JSON.parse(line).reason)[0]

/**
 * Starts the server as an operator does. With `given`, the server runs in the folder of an earlier server. `words` are
 * the arguments of the program.
 */
export const startServerProcess = async (
  config: unknown,
  environment: Record<string, string>,
  given?: string,
  words: readonly string[] = [],
) => {
  const folder = given ?? (await makeTestFolder())
  await writeFilesInto(folder, { 'appkit.config.json': JSON.stringify(config) })
  const env = {
    PATH: process.env.PATH,
    BUILDS_DIR: await makeTestBuilds(),
    DATA_DIR: join(folder, '.data'),
    ...environment,
  }
  return { folder, ...startTestProcess(programPath('server'), words, { cwd: folder, env }) }
}

/** Sends a request to a port on this machine, with the host of `url` in its Host header as a browser sends it. */
export const requestHost = (port: number, { host, pathname, search }: URL, init: RequestInit): Promise<Response> =>
  new Promise((resolve, reject) => {
    const asked = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path: pathname + search,
        method: init.method ?? 'GET',
        headers: { ...Object(init.headers), Host: host },
      },
      async (answer) => {
        const body = Buffer.concat(await answer.toArray())
        const headers = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
        const status = answer.statusCode ?? 500
        resolve(new Response(status === 204 ? null : body, { status, headers }))
      },
    )
    asked.on('error', reject)
    asked.end(init.body ?? undefined)
  })

/** Sends a request to the modal's host: a POST if there is a `body`, otherwise a GET. */
export const requestModalHost = (port: number, path: string, body?: string) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    const headers = { Host: `modal.localhost:${port}`, Connection: 'keep-alive' }
    const request = httpRequest(
      { port, host: '127.0.0.1', path, method: body ? 'POST' : 'GET', headers },
      async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        resolve({ status: answer.statusCode, text })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
