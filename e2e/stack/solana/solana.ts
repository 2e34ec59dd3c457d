import {
  type Address,
  address,
  type EncodedAccount,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Encoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  lamports,
  type Signature,
  type Transaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { type RpcMethods, rpcError, startJsonRpcServer } from '../jsonRpcServer.ts'
import type { JsonServer } from '../jsonServer.ts'

/** The chain uses devnet's id, so that wallets know its name. */
const genesisHash = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG'
const apiVersion = '3.0.0'

type SimulateOptions = { encoding?: string; sigVerify?: boolean; accounts?: { addresses: string[] } }

/** A Solana node of one process: its runtime runs and checks real transactions; `requestAirdrop` is the faucet. */
export function startSolanaChain(port: number): Promise<JsonServer> {
  const chain = new LiteSVM().withTransactionHistory(10_000n)
  let slot = 1n
  const sentAt = new Map<string, bigint>()

  const inContext = (value: unknown) => ({ context: { apiVersion, slot: Number(slot) }, value })

  function note(outcome: ReturnType<LiteSVM['sendTransaction']>, signature: Signature): Signature {
    if (outcome instanceof FailedTransactionMetadata) throw refusal(outcome)
    slot++
    chain.warpToSlot(slot)
    sentAt.set(signature, slot)
    return signature
  }

  const methods: RpcMethods = {
    getHealth: () => 'ok',
    getVersion: () => ({ 'feature-set': 0, 'solana-core': apiVersion }),
    getGenesisHash: () => genesisHash,
    getSlot: () => Number(slot),
    getBlockHeight: () => Number(slot),
    getBalance: (account: string) => inContext(Number(chain.getBalance(readAddress(account)) ?? 0n)),
    getLatestBlockhash: () =>
      inContext({ blockhash: chain.latestBlockhash(), lastValidBlockHeight: Number(slot) + 150 }),
    isBlockhashValid: (blockhash: string) => inContext(blockhash === chain.latestBlockhash()),
    getMinimumBalanceForRentExemption: (size: number) => Number(chain.minimumBalanceForRentExemption(BigInt(size))),
    getFeeForMessage: () => inContext(5_000),
    getAccountInfo: (account: string) => inContext(describeAccount(chain, readAddress(account))),
    getMultipleAccounts: (accounts: string[]) =>
      inContext(accounts.map((account) => describeAccount(chain, readAddress(account)))),
    sendTransaction: (text: string, options?: { encoding?: string }) => {
      const transaction = readTransaction(text, options?.encoding ?? 'base58')
      return note(chain.sendTransaction(transaction), getSignatureFromTransaction(transaction))
    },
    simulateTransaction: (text: string, options?: SimulateOptions) => {
      // A node verifies signatures in a simulation only if `sigVerify` is set.
      chain.withSigverify(options?.sigVerify ?? false)
      const outcome = chain.simulateTransaction(readTransaction(text, options?.encoding ?? 'base58'))
      chain.withSigverify(true)
      const meta = outcome.meta()
      const hasFailed = outcome instanceof FailedTransactionMetadata
      const accounts = options?.accounts?.addresses.map((account) => {
        const changed = hasFailed ? undefined : outcome.postAccounts().find(({ address: each }) => each === account)
        return changed ? writeAccount(changed) : describeAccount(chain, readAddress(account))
      })
      return inContext({
        err: hasFailed ? String(outcome) : null,
        logs: meta.logs(),
        unitsConsumed: Number(meta.computeUnitsConsumed()),
        accounts: accounts ?? null,
      })
    },
    getSignatureStatuses: (signatures: string[]) =>
      inContext(signatures.map((signature) => describeStatus(sentAt.get(signature)))),
    requestAirdrop: (account: string, amount: number) => {
      if (!Number.isSafeInteger(amount) || amount <= 0) throw rpcError(-32602, 'Invalid params: invalid amount')
      const give = () => chain.airdrop(readAddress(account), lamports(BigInt(amount)))
      let outcome = give()
      if (!outcome || outcome instanceof FailedTransactionMetadata) {
        // Two equal airdrops need different blockhashes, or they would be the same transaction.
        chain.expireBlockhash()
        outcome = give()
      }
      if (!outcome) throw rpcError(-32603, 'Internal error')
      if (outcome instanceof FailedTransactionMetadata) throw refusal(outcome)
      return note(outcome, getBase58Decoder().decode(outcome.signature()) as Signature)
    },
  }
  return startJsonRpcServer(port, methods)
}

function readAddress(text: string): Address {
  try {
    return address(text)
  } catch {
    throw rpcError(-32602, 'Invalid param: WrongSize')
  }
}

function readTransaction(text: string, encoding: string): Transaction {
  try {
    const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
    return getTransactionDecoder().decode(encoder.encode(text))
  } catch (cause) {
    throw rpcError(-32602, `failed to deserialize transaction: ${(cause as Error).message}`)
  }
}

const refusal = (outcome: FailedTransactionMetadata): Error =>
  rpcError(-32002, `Transaction simulation failed: ${outcome}`, { logs: outcome.meta().logs() })

function describeStatus(slot: bigint | undefined): unknown {
  if (slot === undefined) return null
  return { slot: Number(slot), confirmations: null, err: null, status: { Ok: null }, confirmationStatus: 'finalized' }
}

function describeAccount(chain: LiteSVM, account: Address): unknown {
  const found = chain.getAccount(account)
  return found.exists ? writeAccount(found) : null
}

const writeAccount = ({ data, executable, lamports, programAddress }: EncodedAccount) => ({
  data: [Buffer.from(data).toString('base64'), 'base64'],
  executable,
  lamports: Number(lamports),
  owner: programAddress,
  rentEpoch: 0,
  space: data.length,
})
