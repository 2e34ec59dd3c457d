import { requestHost } from './process.ts'

/** The site that uses the embedded wallet in tests of server processes. */
export const walletProcessHost = 'http://shop.localhost:4101'

/** The configuration of a server process with the embedded wallet. */
export const walletProcessConfig = (mailUrl: string) => ({
  mail: { url: mailUrl, from: 'wallet@modal.example' },
  projects: [{ id: 'shop', name: 'Shop', environment: 'development', allowedOrigins: [walletProcessHost] }],
})

/** Sends requests to the wallet API of a server process over HTTP, as the secure frame does. */
export const askWalletProcess =
  (port: number) =>
  (path: string, init: RequestInit = {}) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...Object(init.headers) }
    return requestHost(port, new URL(`http://wallet.localhost:${port}/v1/wallet/${path}`), { ...init, headers })
  }
