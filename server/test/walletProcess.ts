import { request } from 'node:http'

/** The site that uses the embedded wallet in tests of server processes. */
export const walletProcessHost = 'http://shop.localhost:4101'

/** The configuration of a server process with the embedded wallet. */
export const walletProcessConfig = (mailUrl: string) => ({
  mail: { url: mailUrl, from: 'wallet@modal.example' },
  projects: [{ id: 'shop', name: 'Shop', environment: 'development', allowedOrigins: [walletProcessHost] }],
})

/** Sends requests to the wallet API of a server process over HTTP, with the browser's Host header. */
export const askWalletProcess =
  (port: number) =>
  (path: string, init: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const headers = {
        'Sec-Fetch-Site': 'same-origin',
        'Content-Type': 'application/json',
        ...Object(init.headers),
        Host: `wallet.localhost:${port}`,
      }
      const asked = request(
        { port, host: '127.0.0.1', path: `/v1/wallet/${path}`, method: init.method ?? 'GET', headers },
        async (answer) => {
          const body = Buffer.concat(await answer.toArray())
          const own = new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
          resolve(new Response(body, { status: answer.statusCode ?? 500, headers: own }))
        },
      )
      asked.on('error', reject)
      asked.end(init.body ?? undefined)
    })
