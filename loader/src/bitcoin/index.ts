import type { CaipNetworkId } from '../../protocol/api/frameApi.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import type { HookedScript } from '../hook.ts'
import { bitcoinNetworkName } from '../page/bitcoin/networks.ts'
import { fromHex, toBase64, toHex } from '../page/bytes.ts'
import type { AnswerBitcoinRequest, BitcoinHook } from './hook.ts'
import { type BitcoinMethod, bitcoinMethods } from './methods.ts'

/** An answer of the method `getAccountAddresses` of WalletConnect. */
type SharedAddress = { address: string; publicKey?: string; intention?: string }
// biome-ignore lint/suspicious/noExplicitAny: each method reads what it needs, and the wallet checks what it gets
type Answer = (params: any) => Promise<unknown>
type Answers = { readonly [method in BitcoinMethod]: Answer }

/** Answers pages that find AppKit in `window.btc_providers`, in the form of Sats Connect. */
export const createBitcoinAnswers = ([request, account, connect, disconnect]: BitcoinHook): AnswerBitcoinRequest => {
  const network = () => describeNetwork(account().caipNetworkId ?? '')
  const readAddresses = async ({ purposes }: { purposes?: string[] } = {}) => {
    const params = { account: account().caipAddress?.split(':')[2] }
    const shared = (await request({ method: 'getAccountAddresses', params })) as SharedAddress[]
    return shared.map(describeAddress).filter(({ purpose }) => !purposes || purposes.includes(purpose))
  }
  const readAccount = async () => {
    if (account().status !== 'connected') throw createAppKitError(4100, 'UNAUTHORIZED')
    const [addresses, walletType] = [await readAddresses(), 'software']
    return { id: account().caipAddress, addresses, walletType, network: network() }
  }
  const answers: Answers = {
    getInfo: async () => ({ version: '1.0.0', platform: 'web', methods: bitcoinMethods }),
    wallet_connect: async () => {
      await connect()
      return readAccount()
    },
    wallet_disconnect: async () => {
      await disconnect()
      return null
    },
    wallet_getAccount: readAccount,
    wallet_getNetwork: async () => network(),
    getAccounts: async (params) => {
      await connect()
      return readAddresses(params)
    },
    getAddresses: async (params) => {
      await connect()
      return { addresses: await readAddresses(params), network: network() }
    },
    ...createSigning(request, account),
  }
  return createResponder(answers)
}

/** The methods that sign or pay with the connected wallet. */
const createSigning = (request: BitcoinHook[0], account: BitcoinHook[1]) => {
  const ownAddress = () => account().caipAddress?.split(':')[2]
  return {
    signMessage: async ({ address, message, protocol = isTaproot(address) ? 'BIP322' : 'ECDSA' }) => {
      const params = { account: address, address, message, protocol: protocol.toLowerCase() }
      const { signature } = (await request({ method: 'signMessage', params })) as { signature: string }
      const messageHash = await hashMessage(message, protocol)
      return { address, signature: toBase64(fromHex(signature)), messageHash, protocol }
    },
    signPsbt: async ({ psbt, signInputs = {}, broadcast = false }) => {
      const inputs = Object.entries(signInputs as Record<string, number[]>).flatMap(([address, indexes]) =>
        indexes.map((index) => ({ address, index })),
      )
      const params = { account: ownAddress(), psbt, signInputs: inputs, broadcast }
      return request({ method: 'signPsbt', params })
    },
    sendTransfer: async ({ recipients }) => {
      // WalletConnect's method pays one receiver.
      const [recipient, ...others] = recipients
      if (!recipient || others.length > 0) throw createAppKitError(-32602, 'INVALID_PARAMS')
      const { address: recipientAddress, amount } = recipient
      const params = { account: ownAddress(), recipientAddress, amount: `${amount}` }
      return request({ method: 'sendTransfer', params })
    },
  } satisfies { readonly [method in BitcoinMethod]?: Answer }
}

/** Answers in the form of JSON-RPC. A failure is an answer too, because Sats Connect expects no rejection. */
const createResponder = (answers: Answers): AnswerBitcoinRequest => {
  let lastId = 0
  return async (method, params) => {
    const id = `${++lastId}`
    try {
      if (!Object.hasOwn(answers, method)) throw createAppKitError(4200, 'METHOD_NOT_ALLOWED')
      return { jsonrpc: '2.0', id, result: await answers[method as BitcoinMethod](params ?? {}) }
    } catch (thrown) {
      const { code, message } = Object(thrown)
      return { jsonrpc: '2.0', id, error: { code: satsCodes[code] ?? code ?? -32603, message: `${message}` } }
    }
  }
}

/** Sats Connect's own code for each code of EIP-1193. */
const satsCodes: Record<number, number> = { 4001: -32000, 4100: -32002, 4200: -32001 }

const isTaproot = (address: string): boolean => /^(?:bc|tb|bcrt)1p/.test(address)

const describeAddress = ({ address, publicKey = '', intention }: SharedAddress) => ({
  address,
  publicKey,
  purpose: intention === 'ordinal' || (!intention && isTaproot(address)) ? 'ordinals' : 'payment',
  addressType: addressTypeOf(address),
  walletType: 'software',
})

const addressTypeOf = (address: string): string => {
  if (isTaproot(address)) return 'p2tr'
  const [, program] = /^(?:bc|tb|bcrt)1q(.*)/.exec(address) ?? []
  // The program of a witness script hash has 32 bytes instead of 20.
  if (program) return program.length > 40 ? 'p2wsh' : 'p2wpkh'
  return /^[23]/.test(address) ? 'p2sh' : 'p2pkh'
}

/** Sats Connect also names the networks of two other chains, which AppKit does not connect. */
const describeNetwork = (id: CaipNetworkId) => {
  const name = bitcoinNetworkName(id)
  const isMain = name === 'Mainnet'
  return {
    bitcoin: { name },
    stacks: { name: isMain ? 'mainnet' : 'testnet' },
    spark: { name: isMain ? 'mainnet' : 'regtest' },
  }
}

/** The hash that the wallet signed: BIP-322's tagged hash, or the double hash of Bitcoin's signed messages. */
const hashMessage = async (message: string, protocol: string): Promise<string> => {
  const bytes = new TextEncoder().encode(message)
  if (protocol === 'BIP322') {
    const tag = await sha256(new TextEncoder().encode('BIP0322-signed-message'))
    return toHex(await sha256(new Uint8Array([...tag, ...tag, ...bytes])))
  }
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  return toHex(await sha256(await sha256(new Uint8Array([...prefix, ...lengthOf(bytes), ...bytes]))))
}
/** The length as a variable-length integer of Bitcoin. A message of 64 KiB or more is no message to read. */
const lengthOf = ({ length }: Uint8Array): number[] => (length < 0xfd ? [length] : [0xfd, length & 0xff, length >> 8])
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const script = globalThis.document?.currentScript as HookedScript<BitcoinHook, AnswerBitcoinRequest> | null | undefined
if (script?.appkit) {
  const [hook, ready] = script.appkit
  ready(createBitcoinAnswers(hook))
}
