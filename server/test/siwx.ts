import { makeTestApp, modalOrigin, shopOrigin } from './parts.ts'

export type TestSigner = {
  caipNetworkId: string
  networkName: string
  address: string
  sign: (message: string) => string | Promise<string>
}
type Fields = Partial<{
  first: string
  address: string
  statement: string
  uri: string
  version: string
  chainId: string
  nonce: string
  issuedAt: string
  more: string[]
}>

const currency = (symbol: string) => ({ name: symbol, symbol, decimals: 8 })
export const signInNetworks = [
  { id: 'eip155:1', rpcUrls: [] },
  { id: 'eip155:8453', rpcUrls: [] },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  'cosmos:cosmoshub-4',
  'cosmos:osmosis-1',
  { id: 'eip155:31337', name: 'Localnet', nativeCurrency: currency('ETH'), rpcUrls: [] },
]

/** Starts a server with one site, and sends requests as the page of that site does. */
export const makeSignInSite = async (
  own: Parameters<typeof makeTestApp>[1] = {},
  ownNetworks: unknown[] = signInNetworks,
) => {
  const app = await makeTestApp(
    [{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], networks: ownNetworks }],
    own,
  )
  const call = (path: string, init: RequestInit = {}) =>
    app(`${modalOrigin}${path}`, { ...init, headers: { Origin: shopOrigin, ...init.headers } })
  const nonce = async (): Promise<string> => (await (await call('/auth/v1/nonce')).json()).nonce
  const post = (json: unknown, init: RequestInit = {}) =>
    call('/auth/v1/authenticate', { method: 'POST', body: JSON.stringify(json), ...init })
  const authorized = (path: string, token: string, method = 'GET') =>
    call(path, { method, headers: { Authorization: `Bearer ${token}` } })
  return { app, call, nonce, post, authorized }
}

/** Writes a sign-in message without the product's code, so that a mistake in that code can't hide itself. */
export const writeSignInMessage = (signer: TestSigner, fields: Fields): string => {
  const [namespace, reference] = signer.caipNetworkId.split(':')
  const isEvm = namespace === 'eip155'
  const values = {
    first: `shop.example wants you to sign in with your ${signer.networkName} account:`,
    address: signer.address,
    statement: 'Sign in to Shop',
    uri: 'https://shop.example/cart',
    version: '1',
    chainId: isEvm ? reference : signer.caipNetworkId,
    nonce: 'none12345678',
    issuedAt: new Date().toISOString(),
    more: [] as string[],
    ...fields,
  }
  return [
    values.first,
    values.address,
    '',
    values.statement,
    '',
    `URI: ${values.uri}`,
    `Version: ${values.version}`,
    `Chain ID: ${values.chainId}`,
    `Nonce: ${values.nonce}`,
    `Issued At: ${values.issuedAt}`,
    ...values.more,
  ].join('\n')
}

export const signerAccount = ({ caipNetworkId, address }: TestSigner): string => `${caipNetworkId}:${address}`

export const minuteMs = 60_000
export const signInStartMs = Date.parse('2026-01-01T00:00:00Z')

/** Starts a server with one site and a clock that the test moves. */
export const makeTimedSignInSite = async (own: Parameters<typeof makeSignInSite>[0] = {}) => {
  const time = { ms: signInStartMs }
  const site = await makeSignInSite({ clock: () => time.ms, now: () => time.ms - signInStartMs, ...own })
  return { site, time, at: () => new Date(time.ms).toISOString() }
}

export const sendSignIn = async (
  site: Awaited<ReturnType<typeof makeSignInSite>>,
  signer: TestSigner,
  fields: Parameters<typeof writeSignInMessage>[1] = {},
) => {
  const message = writeSignInMessage(signer, { nonce: await site.nonce(), ...fields })
  const body = { message, signature: await signer.sign(message), caipAddress: signerAccount(signer) }
  const response = await site.post(body)
  return { body, status: response.status, json: await response.json() }
}

export const errorCodeOfResponse = async (response: Response): Promise<string> =>
  (await response.json()).reasons[0].code
