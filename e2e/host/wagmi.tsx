import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { erc20Abi, parseUnits } from 'viem'
import {
  createConfig,
  http,
  useAccount,
  useBalance,
  useConnect,
  useDisconnect,
  useSignMessage,
  useSwitchChain,
  useWaitForTransactionReceipt,
  useWriteContract,
  WagmiProvider,
} from 'wagmi'
import { reconnect } from 'wagmi/actions'
import { createAppKit } from '../../loader/npm/index.ts'
import { appKitConnector } from '../../loader/npm/wagmi.ts'
import { localChain } from './localChain.ts'
import { readSite } from './site.ts'

/**
 * How this wagmi app finds AppKit. By default it has no code for AppKit, and finds it like any wallet (EIP-6963).
 * `connector`: by AppKit's connector alone. `both`: by the connector and discovery. `recent`: by discovery, and it
 * reconnects only the connector that the visitor used last.
 */
const variant = new URLSearchParams(location.search).get('wagmi')
const site = readSite()
const [first, ...rest] = site.chains.map((chain) => localChain(chain, chain.url))
if (!first) throw new Error('The page needs a chain')
const hasConnector = variant === 'connector' || variant === 'both'
const tag = document.querySelector<HTMLScriptElement>('script[src$="/loader.js"]')
if (hasConnector) createAppKit({ src: tag?.src ?? '' })
const config = createConfig({
  chains: [first, ...rest],
  connectors: hasConnector ? [appKitConnector()] : [],
  multiInjectedProviderDiscovery: variant !== 'connector',
  transports: Object.fromEntries(site.chains.map(({ id, url }) => [id, http(url)])),
})

const reconnectRecent = async (): Promise<void> => {
  const recent = await config.storage?.getItem('recentConnectorId')
  const connectors = config.connectors.filter(({ id }) => id === recent)
  if (connectors.length > 0) await reconnect(config, { connectors })
}

function Shop() {
  const { address, status, chain, connector: current } = useAccount()
  const { connectors, connect, error: connectError } = useConnect()
  const { disconnect } = useDisconnect()
  const { chains, switchChain, error: switchError } = useSwitchChain()
  const balance = useBalance({ address })
  const sign = useSignMessage()
  const pay = useWriteContract()
  const receipt = useWaitForTransactionReceipt({ hash: pay.data, pollingInterval: 200 })
  useEffect(() => {
    if (variant === 'recent') reconnectRecent()
  }, [])
  const failure = connectError ?? switchError ?? sign.error ?? pay.error
  return (
    <>
      <header>
        <strong>Slow Mornings</strong>
        <nav aria-label="Pages">
          <a href="/">The page without wagmi</a>
        </nav>
      </header>
      <main>
        <section className="card">
          <h1>wagmi, unmodified</h1>
          <div className="actions">
            {status === 'connected' ? (
              <button type="button" onClick={() => disconnect()}>
                Disconnect
              </button>
            ) : (
              connectors.map((connector) => (
                <button type="button" key={connector.uid} onClick={() => connect({ connector })}>
                  {connector.name}
                </button>
              ))
            )}
          </div>
          <dl>
            <dt>Status</dt>
            <dd id="status">{status}</dd>
            <dt>Account</dt>
            <dd id="account">{address ?? 'none'}</dd>
            <dt>Wallet</dt>
            <dd id="wallet">{current?.name ?? 'none'}</dd>
            <dt>Network</dt>
            <dd id="network">{chain?.name ?? 'none'}</dd>
            <dt>Balance</dt>
            <dd id="balance">{balance.data ? String(balance.data.value) : 'unknown'}</dd>
            <dt>Signature</dt>
            <dd id="signature">{sign.data ?? 'none'}</dd>
            <dt>Payment</dt>
            <dd id="payment">{receipt.data ? `${pay.data} (${receipt.data.status})` : 'none'}</dd>
            <dt>Problem</dt>
            <dd id="problem">{failure?.message.split('\n')[0] ?? 'none'}</dd>
          </dl>
          <div className="actions">
            <button type="button" onClick={() => sign.mutate({ message: 'Good coffee. See you on Tuesday.' })}>
              Sign the guest book
            </button>
            <button
              type="button"
              onClick={() =>
                pay.mutate({
                  address: site.token.address,
                  abi: erc20Abi,
                  functionName: 'transfer',
                  args: [site.till, parseUnits('12', site.token.decimals)],
                })
              }
            >
              Pay 12 {site.token.symbol}
            </button>
            {chains.map(({ id, name }) => (
              <button type="button" key={id} onClick={() => switchChain({ chainId: id })}>
                Use {name}
              </button>
            ))}
          </div>
        </section>
      </main>
    </>
  )
}

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <WagmiProvider config={config} reconnectOnMount={variant !== 'recent'}>
      <QueryClientProvider client={new QueryClient()}>
        <Shop />
      </QueryClientProvider>
    </WagmiProvider>,
  )
}
