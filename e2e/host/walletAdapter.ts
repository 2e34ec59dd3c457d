import type { SolanaSignInInput } from '@solana/wallet-standard-features'
import { isWalletAdapterCompatibleWallet, StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { Connection, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { getWallets } from '@wallet-standard/app'

declare global {
  interface Window {
    adapterPage: ReturnType<typeof startAdapterPage>
  }
}

/** The key under which wallet-adapter's React provider stores the name of the last wallet. */
const lastWalletKey = 'walletName'

/** A page that uses only Solana's wallet-adapter. It does what the adapter's wallet list and buttons do. */
export function startAdapterPage() {
  const { get, on } = getWallets()
  const adapters = new Map<string, StandardWalletAdapter>()
  const events: string[] = []

  const adapterOf = (name: string): StandardWalletAdapter => {
    const known = adapters.get(name)
    if (known) return known
    const wallet = get().find((found) => found.name === name)
    if (!wallet || !isWalletAdapterCompatibleWallet(wallet)) throw new Error(`No wallet called ${name}`)
    const adapter = new StandardWalletAdapter({ wallet })
    adapter.on('connect', (key) => events.push(`connect ${key.toBase58()}`))
    adapter.on('disconnect', () => events.push('disconnect'))
    // The page ignores the adapter's `error` event, because the adapter also throws the error.
    adapter.on('error', () => {})
    adapters.set(name, adapter)
    return adapter
  }
  const keyOf = (adapter: StandardWalletAdapter): PublicKey => {
    if (!adapter.publicKey) throw new Error('Not connected')
    return adapter.publicKey
  }

  const wallets = (): string[] =>
    get()
      .filter(isWalletAdapterCompatibleWallet)
      .map(({ name }) => name)
  /** Connects silently to the last wallet as soon as it registers itself, and disconnects it if that fails. */
  const connectLastWallet = (): void => {
    const name = localStorage.getItem(lastWalletKey)
    const connect = async () => {
      if (!name || !wallets().includes(name)) return
      stop()
      try {
        await adapterOf(name).autoConnect()
      } catch {
        await adapterOf(name).disconnect()
      }
    }
    const stop = on('register', connect)
    void connect()
  }
  connectLastWallet()

  return {
    events,
    wallets,
    async connect(name: string): Promise<string> {
      const adapter = adapterOf(name)
      await adapter.connect()
      localStorage.setItem(lastWalletKey, name)
      return keyOf(adapter).toBase58()
    },
    account: (name: string): string => (wallets().includes(name) && adapterOf(name).publicKey?.toBase58()) || '',
    disconnect: (name: string): Promise<void> => {
      localStorage.removeItem(lastWalletKey)
      return adapterOf(name).disconnect()
    },
    async signMessage(name: string, text: string): Promise<number[]> {
      const signature = await adapterOf(name).signMessage?.(new TextEncoder().encode(text))
      return Array.from(signature ?? [])
    },
    async signIn(name: string, input: SolanaSignInInput) {
      const output = await adapterOf(name).signIn?.(input)
      if (!output) throw new Error('It signs nobody in')
      localStorage.setItem(lastWalletKey, name)
      const { account, signedMessage, signature } = output
      return { address: account.address, signedMessage: [...signedMessage], signature: [...signature] }
    },
    /** Makes the wallet sign a payment, which the page or the wallet then sends. */
    async pay(name: string, rpcUrl: string, to: string, lamports: number, by: 'page' | 'wallet'): Promise<string> {
      const adapter = adapterOf(name)
      // The adapter derives the cluster from the RPC URL, so the connection has devnet's URL and `fetch` replaces it.
      const connection = new Connection('https://api.devnet.solana.com', {
        commitment: 'confirmed',
        fetch: (_url, init) => fetch(rpcUrl, init as RequestInit),
      })
      const fromPubkey = keyOf(adapter)
      const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: new PublicKey(to), lamports })
      const transaction = new Transaction().add(transfer)
      transaction.feePayer = fromPubkey
      transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
      if (by === 'wallet') return adapter.sendTransaction(transaction, connection)
      const signed = await adapter.signTransaction?.(transaction)
      if (!signed) throw new Error('It signs no transactions')
      return connection.sendRawTransaction(signed.serialize())
    },
  }
}
