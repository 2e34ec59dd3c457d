import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { type BitcoinKey, type BitcoinOptions, createBitcoinKey } from './bitcoinKey.ts'
import type { WalletControl } from './control.ts'

type SignPsbtOptions = {
  autoFinalized?: boolean
  toSignInputs?: { index: number; address?: string; publicKey?: string; sighashTypes?: number[] }[]
}
type Coin = { txid: string; vout: number; value: number }

const chains = {
  mainnet: { enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' },
  testnet: { enum: 'BITCOIN_TESTNET', name: 'Bitcoin Testnet', network: 'testnet' },
  signet: { enum: 'BITCOIN_SIGNET', name: 'Bitcoin Signet', network: 'signet' },
} as const
const feeSatoshis = 300n
const declined = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

/** `window.unisat` as https://docs.unisat.io describes it: the payment address is its only address. */
export function createUnisat({ secrets, network, esploraUrl }: BitcoinOptions, control: WalletControl) {
  const keys = secrets.map((secret) => createBitcoinKey(secret, network))
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let shared = accounts().join()

  function accounts(): string[] {
    const active = keys[control.active()]
    return control.isOpen() && active ? [active.addresses[0].address] : []
  }
  control.onChange(() => {
    const now = accounts()
    if (now.join() === shared) return
    shared = now.join()
    for (const listener of listeners.get('accountsChanged') ?? []) listener(now)
  })

  const activeKey = (): BitcoinKey => {
    const key = control.isOpen() && keys[control.active()]
    if (!key) throw Object.assign(new Error('The site is not connected.'), { code: 4100 })
    return key
  }
  const callEsplora = async (path: string, body?: string): Promise<string> => {
    if (!esploraUrl) throw new Error('The wallet has no node.')
    const response = await fetch(esploraUrl + path, body === undefined ? {} : { method: 'POST', body })
    const text = await response.text()
    if (!response.ok) throw new Error(text)
    return text
  }

  const unisat = {
    async requestAccounts(): Promise<string[]> {
      if (control.isOpen()) control.note('requestAccounts')
      else await control.show('requestAccounts', undefined, declined)
      control.permit()
      return accounts()
    },
    async getAccounts(): Promise<string[]> {
      control.note('getAccounts')
      return accounts()
    },
    getPublicKey: async (): Promise<string> => hex.encode(activeKey().addresses[0].publicKey),
    getNetwork: async (): Promise<string> => chains[network].network,
    getChain: async () => chains[network],
    async switchChain(chain: string) {
      await control.show('switchChain', { chain }, declined)
      if (chain !== chains[network].enum) throw new Error(`The chain ${chain} is not supported.`)
      return chains[network]
    },
    async disconnect(): Promise<void> {
      control.note('disconnect')
      control.leave()
    },
    async signMessage(message: string, type: 'ecdsa' | 'bip322-simple' = 'ecdsa'): Promise<string> {
      const key = activeKey()
      await control.show('signMessage', { message, type }, declined)
      return type === 'ecdsa' ? key.signEcdsa(message) : key.signBip322(message, key.addresses[0])
    },
    async signPsbt(psbtHex: string, { autoFinalized = true, toSignInputs }: SignPsbtOptions = {}): Promise<string> {
      const key = activeKey()
      await control.show('signPsbt', { psbtHex, autoFinalized, toSignInputs }, declined)
      const transaction = Transaction.fromPSBT(hex.decode(psbtHex), { allowUnknownOutputs: true })
      if (toSignInputs)
        for (const { index, sighashTypes } of toSignInputs) key.signInputs(transaction, [index], sighashTypes?.[0])
      else key.signInputs(transaction, undefined)
      if (autoFinalized) transaction.finalize()
      return hex.encode(transaction.toPSBT())
    },
    async pushPsbt(psbtHex: string): Promise<string> {
      control.note('pushPsbt', { psbtHex })
      const transaction = Transaction.fromPSBT(hex.decode(psbtHex), { allowUnknownOutputs: true })
      return callEsplora('/tx', hex.encode(transaction.extract()))
    },
    async sendBitcoin(recipient: string, satoshis: number): Promise<string> {
      const key = activeKey()
      await control.show('sendBitcoin', { recipient, satoshis }, declined)
      const [{ address, script }] = key.addresses
      const coins: Coin[] = JSON.parse(await callEsplora(`/address/${address}/utxo`))
      const transaction = new Transaction()
      for (const { txid, vout, value } of coins)
        transaction.addInput({ txid, index: vout, witnessUtxo: { script, amount: BigInt(value) } })
      const change = coins.reduce((sum, { value }) => sum + BigInt(value), 0n) - BigInt(satoshis) - feeSatoshis
      if (change < 0n) throw new Error('Insufficient balance.')
      transaction.addOutputAddress(recipient, BigInt(satoshis), key.prefixes)
      if (change > 0n) transaction.addOutputAddress(address, change, key.prefixes)
      key.signInputs(transaction, undefined)
      transaction.finalize()
      return callEsplora('/tx', transaction.hex)
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return unisat
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
      return unisat
    },
  }
  return unisat
}
