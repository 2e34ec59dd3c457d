import { blake2b } from '@noble/hashes/blake2.js'
import { base58, hex } from '@scure/base'
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519'
import { createWalletControl, type PageWalletHandle, type WalletControl } from './control.ts'
import { type ExtrinsicPayload, encodeExtrinsicPayload } from './extrinsicPayload.ts'

export type PolkadotOptions = {
  /** sr25519 mini secrets in hex, one for each account. */
  seeds: string[]
}
type Account = { address: string; name: string; type: 'sr25519' }
type Listener = (accounts: Account[]) => void

/** The wallet's key in `window.injectedWeb3`. */
const key = 'test-dot'
/** The generic SS58 prefix, which extensions use for accounts of any network. */
const genericPrefix = 42

export function startPageWallet(options: PolkadotOptions): PageWalletHandle {
  const control = createWalletControl('polkadot', sessionStorage)
  const { injectedWeb3 } = window as unknown as { injectedWeb3?: object }
  Object.assign(window, { injectedWeb3: { ...injectedWeb3, [key]: createPolkadotExtension(options, control) } })
  return control.handle
}

/** The interface of @polkadot/extension-inject. Errors have the Polkadot.js extension's messages and no code. */
export function createPolkadotExtension({ seeds }: PolkadotOptions, control: WalletControl) {
  const keys = seeds.map((seed, index) => {
    const secret = secretFromSeed(hex.decode(seed))
    const account: Account = { address: encodeAddress(getPublicKey(secret)), name: `Dot ${index + 1}`, type: 'sr25519' }
    return { secret, account }
  })
  const listeners = new Set<Listener>()

  const accounts = (): Account[] => {
    if (!control.isOpen()) return []
    const active = keys[control.active()]?.account
    return keys.map(({ account }) => account).sort((one, other) => Number(other === active) - Number(one === active))
  }
  let shown = accounts()
  control.onChange(() => {
    const next = accounts()
    if (next.map(({ address }) => address).join() === shown.map(({ address }) => address).join()) return
    shown = next
    for (const listener of listeners) listener(next)
  })

  const secretOf = (address: string): Uint8Array => {
    const found = keys.find(({ account }) => account.address === address)
    if (!found) throw new Error('Unable to find keypair')
    return found.secret
  }
  const cancelled = () => new Error('Cancelled')
  let id = 0

  const injected = {
    accounts: {
      async get(): Promise<Account[]> {
        control.note('accounts.get')
        return accounts()
      },
      subscribe(listener: Listener): () => void {
        listeners.add(listener)
        listener(accounts())
        return () => void listeners.delete(listener)
      },
    },
    signer: {
      /** Wraps the bytes, so that the signature can't be one of a transaction. */
      async signRaw({ address, data, type }: { address: string; data: string; type: 'bytes' | 'payload' }) {
        const secret = secretOf(address)
        await control.show('signRaw', { address, data, type }, cancelled)
        return { id: ++id, signature: toHex(sign(secret, wrap(readData(data)))) }
      },
      async signPayload(payload: ExtrinsicPayload & { address: string }) {
        const secret = secretOf(payload.address)
        await control.show('signPayload', payload, cancelled)
        const bytes = encodeExtrinsicPayload(payload)
        // A payload over 256 bytes is signed by its hash. The signature starts with its type, as the chain expects.
        const signed = sign(secret, bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes)
        return { id: ++id, signature: toHex(Uint8Array.of(1, ...signed)) }
      },
    },
  }

  return {
    version: '1.0.0',
    async enable(origin: string) {
      if (control.isOpen()) control.note('enable', { origin })
      else await control.show('enable', { origin }, () => new Error('Rejected'))
      control.permit()
      return injected
    },
  }
}

const encodeAddress = (publicKey: Uint8Array): string => {
  const body = Uint8Array.of(genericPrefix, ...publicKey)
  const checksum = blake2b(Uint8Array.of(...new TextEncoder().encode('SS58PRE'), ...body), { dkLen: 64 })
  return base58.encode(Uint8Array.of(...body, ...checksum.subarray(0, 2)))
}

const readData = (data: string): Uint8Array =>
  /^0x(?:[0-9a-f]{2})*$/i.test(data) ? hex.decode(data.slice(2).toLowerCase()) : new TextEncoder().encode(data)

const wrap = (bytes: Uint8Array): Uint8Array => {
  const text = new TextDecoder('latin1').decode(bytes)
  if (text.startsWith('<Bytes>') && text.endsWith('</Bytes>')) return bytes
  const encoder = new TextEncoder()
  return Uint8Array.of(...encoder.encode('<Bytes>'), ...bytes, ...encoder.encode('</Bytes>'))
}

const toHex = (bytes: Uint8Array): string => `0x${hex.encode(bytes)}`
