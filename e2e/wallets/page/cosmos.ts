import { type AminoSignResponse, Secp256k1Wallet, type StdSignature, type StdSignDoc } from '@cosmjs/amino'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { base64, bech32, hex } from '@scure/base'
import { createWalletControl, type PageWalletHandle, type WalletControl } from './control.ts'

export type CosmosOptions = {
  /** secp256k1 secrets in hex, one for each account. */
  secrets: string[]
  /** Maps a chain id to the address prefix of that chain. */
  chains: Record<string, string>
}
/**
 * The document that `signDirect` signs. Keplr has a Long as `accountNumber` and accepts any value that converts to that
 * number.
 */
type DirectSignDoc = {
  bodyBytes: Uint8Array
  authInfoBytes: Uint8Array
  chainId: string
  accountNumber: { toString(): string }
}
type ChainSuggestion = { chainId: string; bech32Config: { bech32PrefixAccAddr: string } }

/** Keplr rejects with a message and no code. */
const rejected = () => new Error('Request rejected')

export function startPageWallet(options: CosmosOptions): PageWalletHandle {
  const control = createWalletControl('cosmos', sessionStorage)
  const tell = () => window.dispatchEvent(new Event('keplr_keystorechange'))
  Object.assign(window, { keplr: createKeplr(options, control, tell) })
  return control.handle
}

/** `window.keplr` as https://docs.keplr.app describes it, with one active account on every known chain. */
export function createKeplr({ secrets, chains }: CosmosOptions, control: WalletControl, tell: () => void) {
  const known = new Map(Object.entries(chains))
  let active = control.active()
  control.onChange(() => {
    if (active === control.active()) return
    active = control.active()
    tell()
  })

  const prefixOf = (chainId: string): string => {
    const prefix = known.get(chainId)
    if (!prefix) throw new Error(`There is no chain info for ${chainId}`)
    return prefix
  }
  const secret = (): Uint8Array => hex.decode(secrets[control.active()] ?? '')
  const amino = (prefix: string) => Secp256k1Wallet.fromKey(secret(), prefix)
  /** Asks for permission unless the site has it. */
  const open = async (method: string, chainIds: string[]): Promise<void> => {
    for (const chainId of chainIds) prefixOf(chainId)
    if (control.isOpen()) return control.note(method, { chainIds })
    await control.show(method, { chainIds }, rejected)
    control.permit()
  }
  const checkSigner = async (chainId: string, signer: string): Promise<void> => {
    const [account] = await (await amino(prefixOf(chainId))).getAccounts()
    if (account?.address !== signer) throw new Error('Signer mismatched')
  }

  return {
    version: '0.13.0',
    mode: 'extension' as const,
    enable: (chainIds: string | string[]): Promise<void> => open('enable', [chainIds].flat()),
    async disable(chainIds?: string | string[]): Promise<void> {
      control.note('disable', { chainIds: chainIds === undefined ? [] : [chainIds].flat() })
      control.leave()
    },
    async getKey(chainId: string) {
      await open('getKey', [chainId])
      const [account] = await (await amino(prefixOf(chainId))).getAccounts()
      if (!account) throw new Error('There is no such key.')
      return {
        name: `Keys ${control.active() + 1}`,
        algo: account.algo,
        pubKey: account.pubkey,
        address: bech32.decodeToBytes(account.address).bytes,
        bech32Address: account.address,
        ethereumHexAddress: '',
        isNanoLedger: false,
        isKeystone: false,
      }
    },
    /** ADR-36 signs a text as a transaction that no chain accepts. */
    async signArbitrary(chainId: string, signer: string, data: string | Uint8Array): Promise<StdSignature> {
      await checkSigner(chainId, signer)
      await control.show('signArbitrary', { chainId, signer, data }, rejected)
      const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data
      const signDoc: StdSignDoc = {
        chain_id: '',
        account_number: '0',
        sequence: '0',
        fee: { gas: '0', amount: [] },
        msgs: [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(bytes) } }],
        memo: '',
      }
      return (await (await amino(prefixOf(chainId))).signAmino(signer, signDoc)).signature
    },
    async signAmino(chainId: string, signer: string, signDoc: StdSignDoc): Promise<AminoSignResponse> {
      await checkSigner(chainId, signer)
      if (signDoc.chain_id !== chainId) throw new Error('Unmatched chain id in sign doc')
      await control.show('signAmino', { chainId, signer, signDoc }, rejected)
      return (await amino(prefixOf(chainId))).signAmino(signer, signDoc)
    },
    async signDirect(chainId: string, signer: string, signDoc: DirectSignDoc) {
      await checkSigner(chainId, signer)
      if (signDoc.chainId !== chainId) throw new Error('Unmatched chain id in sign doc')
      const accountNumber = BigInt(signDoc.accountNumber.toString())
      await control.show('signDirect', { chainId, signer, signDoc: { ...signDoc, accountNumber } }, rejected)
      const wallet = await DirectSecp256k1Wallet.fromKey(secret(), prefixOf(chainId))
      return wallet.signDirect(signer, { ...signDoc, accountNumber })
    },
    async experimentalSuggestChain({ chainId, bech32Config }: ChainSuggestion): Promise<void> {
      if (known.has(chainId)) return control.note('experimentalSuggestChain', { chainId })
      await control.show('experimentalSuggestChain', { chainId }, rejected)
      known.set(chainId, bech32Config.bech32PrefixAccAddr)
    },
  }
}
