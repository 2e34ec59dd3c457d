import type { Database } from '../src/database/open.ts'
import { makeWalletOwner, type OwnerBrowser } from './owner.ts'
import { shopOrigin, walletOrigin } from './parts.ts'
import { answerRpcResult, startRpcNode } from './rpcNode.ts'
import { makeWalletServer } from './walletServer.ts'

export const evm = 'eip155:31337'
export const [dollar, euro, lookAlike] = [1, 2, 3].map((n) => `0x${String(n).repeat(40)}`) as [string, string, string]
export const [friend, stranger, till] = ['0xaa', '0xbb', '0xcc'].map((start) => start.padEnd(42, '0')) as [
  string,
  string,
  string,
]
export const guestOrigin = 'https://a.guest.example'
export const cafeOrigin = 'https://cafe.example'

export type NodeAnswers = { transaction: unknown; receipt: unknown }

/**
 * Makes a server whose node answers as the test says. Its list names `dollar` and `euro`. It trusts the shop and the
 * café, but not the guest's site, which only a wildcard allows. `till` is a receiver of the shop's configuration.
 */
export const makeLimitServer = async (database: Database, requestsPerSecond?: number) => {
  const answers: NodeAnswers = { transaction: null, receipt: null }
  const node = await startRpcNode((call) =>
    answerRpcResult(call.method === 'eth_getTransactionByHash' ? answers.transaction : answers.receipt)(call),
  )
  const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 18 }
  const networks = [{ id: evm, name: 'Localnet', nativeCurrency, rpcUrls: [], privateRpcUrls: [node.url] }]
  const allowedOrigins = [shopOrigin, cafeOrigin, 'https://*.guest.example']
  const receivers = [{ name: 'Shop, till', account: `${evm}:${till}` }]
  const listed = [dollar, euro].map((address) => ({
    ...{ chainId: 31337, address, name: address, symbol: address.slice(0, 4), decimals: 6 },
  }))
  const server = await makeWalletServer(async () => database, {
    projects: [
      { id: 'shop', name: 'Shop', allowedOrigins, networks, sites: [{ origin: shopOrigin, name: 'Shop', receivers }] },
    ],
    parts: {
      tokenLists: { find: async (_, chainId) => (chainId === evm ? listed : []), findIcon: async () => undefined },
      now: () => 0,
    },
    ...(requestsPerSecond && { requestsPerSecond }),
  })
  return { server, database, answers, visitor: () => makeLimitVisitor(server, database) }
}

type LimitServer = Awaited<ReturnType<typeof makeWalletServer>>

/** A visitor with a wallet: `frame` is the secure frame on the shop, `window` is a wallet window. */
const makeLimitVisitor = async (server: LimitServer, database: Database) => {
  const owner = await makeWalletOwner(server, database)
  const window = await owner.browser(undefined, walletOrigin)
  const { vault } = await window.makeWallet()
  const frameAt = async (host: string) => asFrame(await owner.browser(undefined, host))
  const setLimit = async (change: Partial<{ host: string; chainId: string; token: string; perDay: string }> = {}) => {
    const limit = { host: shopOrigin, chainId: evm, token: dollar, perDay: '50', ...change }
    const proof = await vault.proveLimit({ ...limit, sessionId: window.session.id })
    return window.call('PUT', 'limits', { ...limit, proof })
  }
  const nameReceiver = async (address = friend, name = 'Ann’s café', chainId = evm) => {
    const proof = await vault.proveReceiver({ chainId, address, sessionId: window.session.id })
    return window.call('POST', 'receivers', { chainId, address, name, proof })
  }
  return { owner, window, vault, frame: await frameAt(shopOrigin), frameAt, setLimit, nameReceiver }
}

/** The routes as a secure frame asks them: without the proof of a wallet window. */
const asFrame = ({ client, tokens, session }: OwnerBrowser) => {
  const call = (method: string, path: string, body?: unknown) =>
    client.call(method, path, { token: tokens.accessToken, body, headers: {} })
  const spend = async (amount: string, change: Partial<{ chainId: string; token: string; receiver: string }> = {}) =>
    (await call('POST', 'limit/spend', { chainId: evm, token: dollar, receiver: friend, amount, ...change })).body
  return { call, spend, session, client, tokens }
}
