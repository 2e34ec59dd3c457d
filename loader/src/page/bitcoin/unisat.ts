import type { CaipAddress, CaipNetworkId } from '../../../protocol/api/frameApi.ts'
import { fromBase64, fromHex, toBase64, toHex } from '../bytes.ts'
import { accountAddressOf, type OnWalletFound } from '../wallet.ts'
import { bitcoinNetworkByName, bitcoinNetworkName } from './networks.ts'
import type { PsbtSignInput } from './signInput.ts'

type Unisat = {
  requestAccounts(): Promise<string[]>
  getAccounts(): Promise<string[]>
  getPublicKey(): Promise<string>
  getChain?(): Promise<{ enum: string }>
  switchChain?(chain: string): Promise<unknown>
  signMessage(message: string, type?: 'ecdsa' | 'bip322-simple'): Promise<string>
  signPsbt(psbtHex: string, options?: object): Promise<string>
  pushPsbt(psbtHex: string): Promise<string>
  sendBitcoin(to: string, satoshis: number, options?: object): Promise<string>
  disconnect?(): Promise<unknown>
  on(event: string, listener: () => void): unknown
}

/** The prefix of the wallet's network names. */
const prefix = 'BITCOIN_'

/** Discovers `window.unisat`: UniSat, or a wallet that copies its interface. */
export const discoverUnisat = (found: OnWalletFound): void => {
  const { unisat } = window as unknown as { unisat?: Unisat }
  if (!unisat?.requestAccounts) return
  const network = async (): Promise<CaipNetworkId | undefined> => {
    const name = (await unisat.getChain?.())?.enum ?? `${prefix}MAINNET`
    return bitcoinNetworkByName(name.replace(prefix, ''))
  }
  found({
    namespace: 'bip122',
    name: 'UniSat',
    icon: '',
    accounts: async (wanted, silent) => {
      const accounts = silent ? await unisat.getAccounts() : await unisat.requestAccounts()
      let now = await network()
      // A silent request keeps the wallet's network. Otherwise ask the wallet to switch to the project's network.
      if (!silent && !wanted.includes(`${now}`)) {
        await unisat.switchChain?.(prefix + bitcoinNetworkName(wanted[0]).toUpperCase())
        now = await network()
      }
      return now ? accounts.map((address): CaipAddress => `${now}:${address}`) : []
    },
    watch: (changed) => {
      for (const event of ['accountsChanged', 'networkChanged', 'chainChanged']) unisat.on(event, changed)
    },
    leave: () => unisat.disconnect?.(),
    methods: {
      getAccountAddresses: async (_params, account) => [
        { address: accountAddressOf(account), publicKey: await unisat.getPublicKey(), intention: 'payment' },
      ],
      signMessage: async ({ message, protocol }, account) => {
        const signature = await unisat.signMessage(message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa')
        return { address: accountAddressOf(account), signature: toHex(fromBase64(signature)) }
      },
      signPsbt: async ({ psbt, signInputs, broadcast }) => {
        const toSignInputs = (signInputs as PsbtSignInput[] | undefined)?.map(({ address, index, sighashTypes }) => ({
          index,
          address,
          ...(sighashTypes && { sighashTypes }),
        }))
        const signed = await unisat.signPsbt(toHex(fromBase64(psbt)), {
          // Only a finalized transaction can be broadcast.
          autoFinalized: Boolean(broadcast),
          ...(toSignInputs && { toSignInputs }),
        })
        const answer = { psbt: toBase64(fromHex(signed)) }
        return broadcast ? { ...answer, txid: await unisat.pushPsbt(signed) } : answer
      },
      sendTransfer: async ({ recipientAddress, amount, memo }) => ({
        txid: await unisat.sendBitcoin(recipientAddress, Number(amount), { ...(memo && { memo }) }),
      }),
    },
  })
}
