import { base58, base64, hex } from '@scure/base'
import { type Address, getTransactionDecoder, getTransactionEncoder } from '@solana/kit'
import {
  SolanaSignAndSendTransaction,
  type SolanaSignAndSendTransactionInput,
  SolanaSignIn,
  type SolanaSignInInput,
  SolanaSignMessage,
  type SolanaSignMessageInput,
  SolanaSignTransaction,
  type SolanaSignTransactionInput,
} from '@solana/wallet-standard-features'
import { createSignInMessage } from '@solana/wallet-standard-util'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import {
  StandardConnect,
  type StandardConnectInput,
  StandardDisconnect,
  StandardEvents,
  type StandardEventsListeners,
} from '@wallet-standard/features'
import { ReadonlyWalletAccount, registerWallet } from '@wallet-standard/wallet'
import { sign } from 'tweetnacl'
import { createWalletControl, type PageWalletHandle, type WalletControl } from './control.ts'
import { discIcon } from './icon.ts'

export type SolanaOptions = {
  /** Ed25519 seeds in hex, one for each account. */
  seeds: string[]
  chains: IdentifierString[]
  /** The RPC URL to which the wallet sends signed transactions. */
  rpcUrl?: string
}
type Key = { account: WalletAccount; secretKey: Uint8Array }

const features = [SolanaSignMessage, SolanaSignTransaction, SolanaSignAndSendTransaction, SolanaSignIn] as const
/** Phantom's error for a rejection. */
const declined = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })

export function startPageWallet(options: SolanaOptions): PageWalletHandle {
  const control = createWalletControl('solana', sessionStorage)
  registerWallet(createSolanaWallet(options, control))
  return control.handle
}

/** A Wallet Standard wallet that shows a site both of its accounts, the active account first. */
export function createSolanaWallet({ seeds, chains, rpcUrl }: SolanaOptions, control: WalletControl): Wallet {
  const keys = seeds.map((seed) => readKey(seed, chains))
  const accounts = createAccounts(keys, control)
  return {
    version: '1.0.0',
    name: 'Test Sun',
    icon: discIcon('#f5a524'),
    chains,
    get accounts() {
      return accounts.visible()
    },
    features: { ...standardFeatures(accounts, control), ...solanaFeatures(accounts, control, rpcUrl) },
  }
}

type Accounts = ReturnType<typeof createAccounts>

function createAccounts(keys: Key[], control: WalletControl) {
  const listeners = new Set<StandardEventsListeners['change']>()
  let accounts = currentAccounts()

  function currentAccounts(): WalletAccount[] {
    if (!control.isOpen()) return []
    const active = keys[control.active()]?.account
    return keys.map(({ account }) => account).sort((one, other) => Number(other === active) - Number(one === active))
  }

  control.onChange(() => {
    const next = currentAccounts()
    if (next.length === accounts.length && next.every((account, index) => account === accounts[index])) return
    accounts = next
    for (const listener of listeners) listener({ accounts })
  })

  return {
    listeners,
    visible: () => accounts,
    keyOf({ address }: WalletAccount): Key {
      const key = accounts.length > 0 && keys.find(({ account }) => account.address === address)
      if (!key) throw Object.assign(new Error('The account is not connected.'), { code: 4100 })
      return key
    },
    activeKey(): Key {
      const key = keys[control.active()]
      if (!key) throw new Error('There is no such account.')
      return key
    },
  }
}

function standardFeatures(accounts: Accounts, control: WalletControl) {
  return {
    [StandardConnect]: {
      version: '1.0.0',
      async connect({ silent }: StandardConnectInput = {}) {
        if (silent || control.isOpen()) control.note(StandardConnect, { silent: Boolean(silent) })
        else await control.show(StandardConnect, { silent: false }, declined)
        if (!silent) control.permit()
        return { accounts: accounts.visible() }
      },
    },
    [StandardDisconnect]: {
      version: '1.0.0',
      async disconnect() {
        control.note(StandardDisconnect)
        control.leave()
      },
    },
    [StandardEvents]: {
      version: '1.0.0',
      on(_event: 'change', listener: StandardEventsListeners['change']) {
        accounts.listeners.add(listener)
        return () => accounts.listeners.delete(listener)
      },
    },
  }
}

function solanaFeatures(accounts: Accounts, control: WalletControl, rpcUrl: string | undefined) {
  return {
    [SolanaSignMessage]: {
      version: '1.1.0',
      signMessage: (...inputs: SolanaSignMessageInput[]) =>
        inOrder(inputs, async ({ account, message }) => {
          const { secretKey } = accounts.keyOf(account)
          await control.show(SolanaSignMessage, { address: account.address, message }, declined)
          return { signedMessage: message, signature: sign.detached(Uint8Array.from(message), secretKey) }
        }),
    },
    [SolanaSignTransaction]: {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signTransaction: (...inputs: SolanaSignTransactionInput[]) =>
        inOrder(inputs, async ({ account, transaction, chain }) => {
          const key = accounts.keyOf(account)
          await control.show(SolanaSignTransaction, { address: account.address, transaction, chain }, declined)
          return { signedTransaction: signTransaction(key, transaction).bytes }
        }),
    },
    [SolanaSignAndSendTransaction]: {
      version: '1.0.0',
      supportedTransactionVersions: ['legacy', 0],
      signAndSendTransaction: (...inputs: SolanaSignAndSendTransactionInput[]) =>
        inOrder(inputs, async ({ account, transaction, chain, options }) => {
          const key = accounts.keyOf(account)
          const shown = { address: account.address, transaction, chain, options }
          await control.show(SolanaSignAndSendTransaction, shown, declined)
          const signed = signTransaction(key, transaction)
          await send(signed.bytes, rpcUrl)
          return { signature: signed.signature }
        }),
    },
    [SolanaSignIn]: {
      version: '1.0.0',
      signIn: (...inputs: SolanaSignInInput[]) =>
        inOrder(inputs.length > 0 ? inputs : [{}], async (input) => {
          await control.show(SolanaSignIn, input, declined)
          control.permit()
          const { account, secretKey } = accounts.activeKey()
          const signedMessage = createSignInMessage({
            ...input,
            domain: input.domain ?? location.host,
            address: account.address,
          })
          return { account, signedMessage, signature: sign.detached(signedMessage, secretKey) }
        }),
    },
  }
}

function readKey(seed: string, chains: IdentifierString[]): Key {
  const { publicKey, secretKey } = sign.keyPair.fromSeed(hex.decode(seed))
  // The cast is needed, because the class declares `label: string | undefined` and its interface makes `label`
  // optional.
  const account = new ReadonlyWalletAccount({
    address: base58.encode(publicKey),
    publicKey,
    chains,
    features,
  }) as WalletAccount
  return { account, secretKey }
}

/** Shows one window after the other, as a real wallet does. */
async function inOrder<Input, Output>(inputs: Input[], run: (input: Input) => Promise<Output>): Promise<Output[]> {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await run(input))
  return outputs
}

function signTransaction({ account, secretKey }: Key, bytes: Uint8Array) {
  const transaction = getTransactionDecoder().decode(bytes)
  const signer = account.address as Address
  if (!(signer in transaction.signatures)) throw new Error('The transaction does not ask for this account.')
  const signature = sign.detached(Uint8Array.from(transaction.messageBytes), secretKey)
  const signatures = { ...transaction.signatures, [signer]: signature }
  return { signature, bytes: Uint8Array.from(getTransactionEncoder().encode({ ...transaction, signatures } as never)) }
}

async function send(transaction: Uint8Array, rpcUrl: string | undefined): Promise<void> {
  if (!rpcUrl) throw new Error('The wallet has no node to send it to.')
  const params = [base64.encode(transaction), { encoding: 'base64' }]
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
  })
  const { error } = await response.json()
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
}
