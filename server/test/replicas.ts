import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createPostgresDatabase } from './database.ts'
import { startMailServer } from './guardianProcess.ts'
import { findFreePort, programPath, requestHost, startServerProcess, startTestProcess } from './process.ts'
import { makeTestKey } from './secrets.ts'

const indexes = [0, 1, 2]

/**
 * Serves a port that passes each request to the next of the replicas, as a load balancer does whose replicas have equal
 * weights. No two successive requests go to the same replica.
 */
export const startRoundRobin = async (ports: readonly number[]) => {
  let passed = 0
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const port = ports[passed % ports.length]
    passed += 1
    const { method, url, headers } = incoming
    const sent = httpRequest({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: Number(Object(server.address()).port) }
}

/** Starts three guardians on one database behind a round-robin. They share GUARDIAN_KEY. */
export const startGuardianReplicas = async (delaySeconds: number) => {
  const [{ url }, mail, key] = [await createPostgresDatabase(), await startMailServer(), makeTestKey()]
  const ports = await Promise.all(indexes.map(findFreePort))
  const guardians = ports.map((port) =>
    startTestProcess(programPath('guardian'), [], {
      env: {
        PATH: process.env.PATH,
        GUARDIAN_DATABASE_URL: url,
        GUARDIAN_KEY: key,
        GUARDIAN_PORT: String(port),
        GUARDIAN_MAIL_URL: mail.url,
        GUARDIAN_MAIL_FROM: 'guardian@wallet.example',
        GUARDIAN_DELAY_SECONDS: String(delaySeconds),
      },
    }),
  )
  const [output = ''] = await Promise.all(guardians.map(({ ready }) => ready()))
  const ready = output.split('\n').find((line) => line.includes('"event":"ready"')) ?? 'null'
  const { port } = await startRoundRobin(ports)
  return { url: `http://127.0.0.1:${port}`, publicKey: String(JSON.parse(ready).publicKey), mails: mail.mails }
}

/**
 * Starts three servers on one database behind a round-robin. Each has its own data folder. WALLET_KEY is the only
 * secret that they share.
 */
export const startReplicas = async (config: object, environment: Record<string, string> = {}) => {
  const { url } = await createPostgresDatabase()
  const ports = await Promise.all(indexes.map(findFreePort))
  const balancer = await startRoundRobin(ports)
  const [modalOrigin, walletOrigin] = ['modal', 'wallet'].map((name) => `http://${name}.localhost:${balancer.port}`)
  const shared = { DATABASE_URL: url, WALLET_KEY: makeTestKey(), ...environment }
  const origins = { MODAL_ORIGIN: modalOrigin ?? '', WALLET_ORIGIN: walletOrigin ?? '' }
  const servers = await Promise.all(
    ports.map((port) => startServerProcess(config, { ...shared, ...origins, PORT: String(port) })),
  )
  const outputs = await Promise.all(servers.map(({ ready }) => ready()))
  for (const output of outputs) if (!output.includes('"event":"ready"')) throw new Error(output)
  /** Sends a request to one replica, or without `index` through the round-robin. */
  const ask = (origin: string | undefined, path: string, init: RequestInit = {}, index?: number) =>
    requestHost(index === undefined ? balancer.port : (ports[index] ?? 0), new URL(`${origin}${path}`), init)
  return {
    dataFolders: servers.map(({ folder }) => join(folder, '.data')),
    modalOrigin: modalOrigin ?? '',
    walletOrigin: walletOrigin ?? '',
    askModal: (path: string, init?: RequestInit, index?: number) => ask(modalOrigin, path, init, index),
    askWallet: (path: string, init: RequestInit = {}, index?: number) => {
      const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...init.headers }
      return ask(walletOrigin, `/v1/wallet/${path}`, { ...init, headers }, index)
    },
    /** Stops the servers and returns their logs. */
    stop: async (): Promise<string> => {
      for (const { signal } of servers) signal('SIGTERM')
      return (await Promise.all(servers.map(({ ended }) => ended()))).map(({ output }) => output).join('\n')
    },
  }
}

export type Replicas = Awaited<ReturnType<typeof startReplicas>>
