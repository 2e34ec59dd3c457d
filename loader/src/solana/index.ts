import { createAppKitError } from '../bridge/refuse.ts'
import type { HookedScript } from '../hook.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from '../page/bytes.ts'
import { solanaSignatureOffset } from '../page/solana.ts'
import type { SolanaHook, SolanaSignInInput, SolanaSigning, SolanaSigningInput } from './hook.ts'

const signAllMethod = 'solana_signAllTransactions'

type Ask = <Answer = Record<string, string>>(method: string, params: object) => Promise<Answer>

/** Signs with the connected wallet for a page that knows only the Wallet Standard. */
export const createSolanaSigning = ([request, account, connect]: SolanaHook): SolanaSigning => {
  const ask: Ask = (method, params) => request({ method, params }) as Promise<never>
  const hasMethod = (method: string) => account().methods?.includes(method)
  const signMessage = async ({ message, account: { address } }: Pick<SolanaSigningInput, 'message' | 'account'>) => {
    const { signature = '' } = await ask('solana_signMessage', { message: toBase58(message), pubkey: address })
    return { signedMessage: message, signature: fromBase58(signature) }
  }
  const signTransaction = async ({ transaction, account: { publicKey } }: SolanaSigningInput) => {
    const { signature = '', transaction: signed } = await ask('solana_signTransaction', {
      transaction: toBase64(transaction),
    })
    if (signed) return { signedTransaction: fromBase64(signed) }
    // Some wallets on other devices answer with their signature alone.
    const signedTransaction = transaction.slice()
    signedTransaction.set(fromBase58(signature), solanaSignatureOffset(transaction, publicKey))
    return { signedTransaction }
  }
  /** Asks the visitor once for several transactions, if the wallet can sign them together. */
  const signTransactions = (inputs: readonly SolanaSigningInput[]): Promise<object[]> =>
    inputs[1] && hasMethod(signAllMethod) ? signAll(ask, inputs) : sequentially(signTransaction)(inputs)
  const signAndSendTransaction = async ({ transaction, options: sendOptions }: SolanaSigningInput) => {
    const params = { transaction: toBase64(transaction), sendOptions }
    const { signature = '' } = await ask('solana_signAndSendTransaction', params)
    return { signature: fromBase58(signature) }
  }
  /**
   * Signs in, and first connects a wallet if none is connected. A wallet without `solana_signIn` signs the same message
   * instead.
   */
  const signIn = async (input: SolanaSigningInput) => {
    const [own] = (await connect()).accounts
    if (!own || (input.address && input.address !== own.address)) throw createAppKitError(4100, 'ACCOUNT_NOT_FOUND')
    if (!hasMethod('solana_signIn')) {
      const { domain = location.host } = input
      const message = new TextEncoder().encode(signInText({ ...input, domain, address: own.address }))
      return { account: own, ...(await signMessage({ message, account: own })) }
    }
    const { address = own.address, message = '', signature = '' } = await ask('solana_signIn', input)
    return {
      // The visitor may have chosen another account in the wallet, which is then the signer.
      account: address === own.address ? own : { ...own, address, publicKey: fromBase58(address) },
      signedMessage: fromBase58(message),
      signature: fromBase58(signature),
    }
  }

  return {
    signMessage: sequentially(signMessage),
    signTransaction: signTransactions,
    signAndSendTransaction: sequentially(signAndSendTransaction),
    // The page may call `signIn` without an input.
    signIn: (inputs) => sequentially(signIn)(inputs[0] ? inputs : [{} as SolanaSigningInput]),
  }
}

const signAll = async (ask: Ask, inputs: readonly SolanaSigningInput[]): Promise<object[]> => {
  const params = { transactions: inputs.map(({ transaction }) => toBase64(transaction)) }
  const { transactions } = await ask<{ transactions?: string[] }>(signAllMethod, params)
  if (transactions?.length !== inputs.length) throw createAppKitError(-32603, 'WALLET_ERROR')
  return transactions.map((signed) => ({ signedTransaction: fromBase64(signed) }))
}

/** Signs one input after the other, because a wallet shows one prompt at a time. */
const sequentially =
  (run: (input: SolanaSigningInput) => Promise<object>) =>
  async (inputs: readonly SolanaSigningInput[]): Promise<object[]> => {
    const outputs: object[] = []
    for (const input of inputs) outputs.push(await run(input))
    return outputs
  }

/**
 * The message's fields in the order of https://github.com/phantom/sign-in-with-solana, in which a verifier writes them
 * too.
 */
const fields = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const satisfies [string, keyof SolanaSignInInput][]

/** The message that a wallet with `solana_signIn` would sign. */
const signInText = (input: SolanaSignInInput & { domain: string; address: string }): string => {
  const lines = fields.flatMap(([label, name]) => (input[name] ? [`${label}: ${input[name]}`] : []))
  if (input.resources) lines.push('Resources:', ...input.resources.map((resource) => `- ${resource}`))
  const parts = [`${input.domain} wants you to sign in with your Solana account:\n${input.address}`]
  if (input.statement) parts.push(input.statement)
  if (lines[0]) parts.push(lines.join('\n'))
  return parts.join('\n\n')
}

const script = globalThis.document?.currentScript as HookedScript<SolanaHook, SolanaSigning> | null | undefined
if (script?.appkit) {
  const [hook, ready] = script.appkit
  ready(createSolanaSigning(hook))
}
