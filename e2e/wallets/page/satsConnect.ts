import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { type BitcoinKey, type BitcoinNetwork, type BitcoinOptions, createBitcoinKey } from './bitcoinKey.ts'
import type { WalletControl } from './control.ts'
import { discIcon } from './icon.ts'

type Params = {
  purposes?: string[]
  address?: string
  message?: string
  protocol?: 'ECDSA' | 'BIP322'
  psbt?: string
  signInputs?: Record<string, number[]>
  recipients?: { address: string; amount: number }[]
  name?: string
}
type Listener = { eventName: string; cb: (event: object) => void }
type Answer = { jsonrpc: '2.0'; id: string; result?: unknown; error?: { code: number; message: string } }

/** Sats Connect's error codes for a rejection by the visitor and for a site that is not connected. */
const userRejection = -32000
const accessDenied = -32002
const refuse = (code: number, message: string) => Object.assign(new Error(message), { code })
const declined = () => refuse(userRejection, 'User rejected request.')

const capitalize = (word: string) => word.replace(/^./, (letter) => letter.toUpperCase())

/** How the wallet announces itself (WBIP-004). `id` is the path of its provider in `window`. */
export const satsConnectListing = {
  id: 'TestPebbleProviders.BitcoinProvider',
  name: 'Test Pebble',
  icon: discIcon('#8a8f98'),
  methods: [
    'getAddresses',
    'signMessage',
    'signPsbt',
    'sendTransfer',
    'wallet_getAccount',
    'wallet_getNetwork',
    'wallet_changeNetwork',
    'wallet_disconnect',
  ],
}

/** A provider with Sats Connect's interface (https://docs.xverse.app). `request` resolves even if the method fails. */
export function createSatsConnect(options: BitcoinOptions, control: WalletControl) {
  const listeners = new Set<Listener>()
  const emit = (name: string): void => {
    for (const { eventName, cb } of listeners) if (eventName === name) cb({ type: eventName })
  }
  const methods = createMethods(options, control, emit)
  let active = control.active()
  let id = 0
  control.onChange(() => {
    if (active === control.active()) return
    active = control.active()
    emit('accountChange')
  })

  return {
    async request(method: string, params: Params = {}): Promise<Answer> {
      const answer = { jsonrpc: '2.0', id: String(++id) } as const
      try {
        const run = Object.hasOwn(methods, method) ? methods[method] : undefined
        if (!run) throw refuse(-32601, `Method ${method} not found.`)
        return { ...answer, result: await run(params ?? {}) }
      } catch (cause) {
        const { code = -32603, message } = cause as Error & { code?: number }
        return { ...answer, error: { code, message } }
      }
    },
    addListener(listener: Listener): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function createMethods(
  { secrets, network: first }: BitcoinOptions,
  control: WalletControl,
  emit: (event: string) => void,
): Record<string, (params: Params) => Promise<unknown>> {
  let network = first
  let keys = secrets.map((secret) => createBitcoinKey(secret, network))

  const activeKey = (): BitcoinKey => {
    const key = control.isOpen() && keys[control.active()]
    if (!key) throw refuse(accessDenied, 'Access denied.')
    return key
  }
  const account = () => describeAccount(control.active(), activeKey())

  return {
    async getAddresses({ purposes }) {
      if (control.isOpen()) control.note('getAddresses', { purposes })
      else await control.show('getAddresses', { purposes }, declined)
      control.permit()
      return account()
    },
    async wallet_getAccount() {
      control.note('wallet_getAccount')
      return account()
    },
    async wallet_getNetwork() {
      control.note('wallet_getNetwork')
      activeKey()
      return { bitcoin: { name: capitalize(network) } }
    },
    async wallet_changeNetwork({ name = '' }) {
      if (name !== 'Mainnet' && name !== 'Testnet' && name !== 'Signet') throw refuse(-32602, 'Invalid network.')
      await control.show('wallet_changeNetwork', { name }, declined)
      network = name.toLowerCase() as BitcoinNetwork
      keys = secrets.map((secret) => createBitcoinKey(secret, network))
      emit('networkChange')
      return null
    },
    async wallet_disconnect() {
      control.note('wallet_disconnect')
      control.leave()
      return null
    },
    async signMessage({ address = '', message = '', protocol }) {
      const key = activeKey()
      const owner = key.addresses.find((own) => own.address === address)
      if (!owner) throw refuse(-32602, 'Invalid address.')
      if (protocol === 'ECDSA' && owner.purpose === 'ordinals') throw refuse(-32602, 'Taproot has no ECDSA.')
      await control.show('signMessage', { address, message, protocol }, declined)
      const isEcdsa = protocol === 'ECDSA' || (!protocol && owner.purpose === 'payment')
      const signature = isEcdsa ? key.signEcdsa(message) : key.signBip322(message, owner)
      return { signature, address, messageHash: '', protocol: isEcdsa ? 'ECDSA' : 'BIP322' }
    },
    async signPsbt({ psbt = '', signInputs = {} }) {
      const key = activeKey()
      await control.show('signPsbt', { psbt, signInputs }, declined)
      const transaction = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true })
      for (const indexes of Object.values(signInputs)) key.signInputs(transaction, indexes)
      return { psbt: base64.encode(transaction.toPSBT()) }
    },
    /** The wallet has no node of its network, so the transaction's id is made up. */
    async sendTransfer({ recipients }) {
      activeKey()
      await control.show('sendTransfer', { recipients }, declined)
      return { txid: 'ab'.repeat(32) }
    },
  }
}

const describeAccount = (index: number, { addresses }: BitcoinKey) => ({
  id: `account ${index}`,
  walletType: 'software',
  addresses: addresses.map(({ address, publicKey, purpose }) => ({
    address,
    publicKey: hex.encode(publicKey),
    purpose,
    addressType: purpose === 'payment' ? 'p2wpkh' : 'p2tr',
    walletType: 'software',
  })),
})
