import { base58, base64 } from '@scure/base'
import {
  type Address,
  address,
  type EncodedAccount,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports as lamportsOf,
  type Signature,
} from '@solana/kit'
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import type { NodeClient } from '../src/session/node.ts'
import { solanaAddress } from './rpcScope.ts'

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const system = '11111111111111111111111111111111'
export const me = new PublicKey(solanaAddress)
/** Addresses of other people and of accounts, the same in each run. */
export const person = (number: number): PublicKey => Keypair.fromSeed(new Uint8Array(32).fill(number)).publicKey

export const bytesOf = (...parts: (number | bigint | PublicKey | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => {
      if (typeof part === 'number') return [part]
      if (typeof part === 'bigint') return [...new Uint8Array(new BigUint64Array([part]).buffer)]
      return part instanceof PublicKey ? [...part.toBytes()] : [...part]
    }),
  )
const padded = (data: Uint8Array, length: number): Uint8Array => {
  const whole = new Uint8Array(length)
  whole.set(data)
  return whole
}
const some = (key: PublicKey | null): Uint8Array => bytesOf(key ? 1 : 0, 0, 0, 0, key ?? new Uint8Array(32))

/** An instruction of any program. Accounts that begin with `*` may change, and the visitor's account signs. */
export const instruction = (program: string | PublicKey, data: Uint8Array, ...accounts: [PublicKey, boolean][]) =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    data: Buffer.from(data),
    keys: accounts.map(([pubkey, isWritable]) => ({ pubkey, isWritable, isSigner: pubkey.equals(me) })),
  })

/** A Solana runtime of one process, with accounts that the test sets. */
export const createSolanaChain = () => {
  const svm = new LiteSVM().withSigverify(false).withTransactionHistory(100n)
  const set = (key: PublicKey, program: string, data: Uint8Array, lamports = 10_000_000n): void =>
    svm.setAccount({
      address: address(key.toBase58()),
      programAddress: address(program),
      data,
      executable: false,
      lamports: lamportsOf(lamports),
      space: BigInt(data.length),
    } as EncodedAccount)
  set(me, system, new Uint8Array(), 5_000_000_000n)

  const stateOf = (account: EncodedAccount) => ({
    lamports: Number(account.lamports),
    owner: account.programAddress,
    data: [base64.encode(Uint8Array.from(account.data)), 'base64'],
  })
  const read = (key: string) => {
    const found = svm.getAccount(address(key))
    return found.exists ? stateOf(found) : null
  }
  const methods: { [method: string]: (...params: never[]) => unknown } = {
    getMultipleAccounts: (keys: string[]) => ({ value: keys.map(read) }),
    simulateTransaction: (text: string, { accounts }: { accounts: { addresses: Address[] } }) => {
      const outcome = svm.simulateTransaction(getTransactionDecoder().decode(getBase64Encoder().encode(text)))
      const hasFailed = outcome instanceof FailedTransactionMetadata
      const states = accounts.addresses.map((key) => {
        const changed = hasFailed ? undefined : outcome.postAccounts().find((each) => each.address === key)
        return changed ? stateOf(changed) : read(key)
      })
      return { value: { err: hasFailed ? String(outcome) : null, logs: outcome.meta().logs(), accounts: states } }
    },
    sendTransaction: (text: string) => {
      const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(text))
      svm.sendTransaction(transaction)
      return getSignatureFromTransaction(transaction)
    },
    getSignatureStatuses: (signatures: string[]) => ({
      value: signatures.map((signature) => {
        const outcome = svm.getTransaction(signature as Signature)
        if (!outcome) return null
        const err = outcome instanceof FailedTransactionMetadata ? String(outcome) : null
        return { err, confirmationStatus: 'finalized' }
      }),
    }),
  }
  const node: NodeClient = {
    ask: async (_chain, method, params) => methods[method]?.(...(params as never[])),
  }
  return {
    node,
    methods,
    setMint: (
      key: PublicKey,
      {
        program = tokenProgram,
        minter = null as PublicKey | null,
        freezer = null as PublicKey | null,
        extensions = new Uint8Array(),
      } = {},
    ): void => {
      const base = bytesOf(some(minter), 1_000_000n, 6, 1, some(freezer))
      const data = program === tokenProgram ? base : bytesOf(padded(base, 165), 1, extensions)
      set(key, program, data)
    },
    setToken: (
      key: PublicKey,
      mint: PublicKey,
      {
        owner = me,
        amount = 0n,
        program = tokenProgram,
        delegate = null as PublicKey | null,
        allowed = 0n,
        closer = null as PublicKey | null,
        isFrozen = false,
        extensions = new Uint8Array(),
      } = {},
    ): void => {
      const state = isFrozen ? 2 : 1
      const base = bytesOf(
        mint,
        owner,
        amount,
        some(delegate),
        state,
        some(null).slice(0, 4),
        0n,
        allowed,
        some(closer),
      )
      set(key, program, program === tokenProgram ? base : bytesOf(base, 2, extensions))
    },
    setTable: (key: PublicKey, addresses: PublicKey[]): AddressLookupTableAccount => {
      const header = bytesOf(1, 0, 0, 0, 2n ** 64n - 1n, 0n, 0, 1, me, 0, 0)
      set(key, 'AddressLookupTab1e1111111111111111111111111', bytesOf(padded(header, 56), ...addresses))
      return new AddressLookupTableAccount({
        key,
        state: { deactivationSlot: 2n ** 64n - 1n, lastExtendedSlot: 0, lastExtendedSlotStartIndex: 0, addresses },
      })
    },
    setNonce: (key: PublicKey, authority = me): void =>
      // The version and the state of the nonce, its authority, the nonce and the fee.
      set(key, system, bytesOf(1, 0, 0, 0, 1, 0, 0, 0, authority, new Uint8Array(32).fill(9), 5_000n)),
    /** Sets an account without data. `program` is the program that controls it. */
    setAccount: (key: PublicKey, lamports: bigint, program = system): void =>
      set(key, program, new Uint8Array(), lamports),
    /** From now on, a simulation changes what `change` sets, whatever its transaction says. */
    simulateAs: (change: () => void): void => {
      methods.simulateTransaction = (_text: string, { accounts }: { accounts: { addresses: string[] } }) => {
        change()
        return { value: { err: null, logs: [], accounts: accounts.addresses.map(read) } }
      }
    },
    /** The transaction in the form in which a page gives it to the wallet. */
    transaction: (instructions: TransactionInstruction[], tables: AddressLookupTableAccount[] = [], hash?: string) => {
      const message = new TransactionMessage({
        payerKey: me,
        recentBlockhash: hash ?? svm.latestBlockhash(),
        instructions,
      }).compileToV0Message(tables)
      return base64.encode(new VersionedTransaction(message).serialize())
    },
  }
}

export const anyHash = base58.encode(new Uint8Array(32).fill(9))
