import { type Address, getAddress, SwitchChainError, UserRejectedRequestError } from 'viem'
import type { CreateConnectorFn } from 'wagmi'
import type { Eip1193Provider } from '../index.d.ts'
import { currentAppKit } from './client.ts'

/**
 * A wagmi connector with the id `appkit`. It follows AppKit: wagmi connects when the visitor connects in the modal,
 * also without wagmi, and a disconnect at either side ends the connection at both. Needs `createAppKit` first.
 */
export const appKitConnector = (): CreateConnectorFn<Eip1193Provider> => (wagmi) => {
  const { kit, options } = currentAppKit('appKitConnector')
  const provider = kit.getProvider()
  const getAccounts = async () => toAddresses(await provider.request({ method: 'eth_accounts' }))
  const getChainId = async () => Number(await provider.request({ method: 'eth_chainId' }))
  const switchChain = async ({ chainId }: { chainId: number }) => {
    const chain = wagmi.chains.find(({ id }) => id === chainId)
    if (!chain) throw new SwitchChainError(new Error(`The chain ${chainId} is not in the config of wagmi`))
    try {
      await kit.switchNetwork(`eip155:${chainId}`)
    } catch (thrown) {
      throwIfRejected(thrown)
      throw new SwitchChainError(thrown as Error)
    }
    return chain
  }
  return {
    ...{ id: 'appkit', name: 'AppKit', type: 'appkit' },
    // wagmi hides the wallet that AppKit announces under this name, so that the page lists AppKit once.
    rdns: new URL(options.src, 'https://localhost').hostname.split('.').reverse().join('.'),
    async setup() {
      provider.on('connect', (info) => this.onConnect?.(info))
      provider.on('accountsChanged', (accounts) => this.onAccountsChanged(accounts))
      provider.on('chainChanged', (chainId) => this.onChainChanged(chainId))
      provider.on('disconnect', () => this.onDisconnect())
    },
    async connect<WithCapabilities extends boolean = false>({
      chainId: wanted,
      isReconnecting,
      withCapabilities,
    }: ConnectParameters<WithCapabilities> = {}) {
      const method = isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'
      const addresses = toAddresses(await provider.request({ method }).catch(rethrow))
      if (!addresses[0]) throw new Error('The visitor is not connected')
      let chainId = await getChainId()
      if (wanted && wanted !== chainId) {
        // The visitor is connected even if the wallet stays on its network.
        const chain = await switchChain({ chainId: wanted }).catch(throwIfRejected)
        chainId = chain?.id ?? chainId
      }
      const accounts = withCapabilities ? addresses.map((address) => ({ address, capabilities: {} })) : addresses
      return { accounts: accounts as never, chainId }
    },
    disconnect: () => kit.disconnect('eip155'),
    ...{ getAccounts, getChainId, switchChain, getProvider: async () => provider },
    // AppKit waits until the wallet of the last visit has answered.
    isAuthorized: async () => (await getAccounts()).length > 0,
    ...createEventHandlers(wagmi.emitter, getAccounts),
  }
}

/** Reports the events of AppKit's provider to wagmi. */
const createEventHandlers = (
  emitter: Parameters<CreateConnectorFn>[0]['emitter'],
  getAccounts: () => Promise<Address[]>,
) => ({
  async onConnect({ chainId }: { chainId: string }) {
    const accounts = await getAccounts()
    if (accounts.length > 0) emitter.emit('connect', { accounts, chainId: Number(chainId) })
  },
  onAccountsChanged(accounts: string[]) {
    if (accounts.length > 0) emitter.emit('change', { accounts: toAddresses(accounts) })
    else emitter.emit('disconnect')
  },
  onChainChanged: (chainId: string) => void emitter.emit('change', { chainId: Number(chainId) }),
  onDisconnect: () => void emitter.emit('disconnect'),
})

const toAddresses = (accounts: string[]): Address[] => accounts.map((account) => getAddress(account))

type ConnectParameters<WithCapabilities> = {
  chainId?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: WithCapabilities | boolean | undefined
}

/** wagmi and its pages know a declined request by the class of viem. */
const throwIfRejected = (thrown: unknown): void => {
  if (Object(thrown).code === UserRejectedRequestError.code) throw new UserRejectedRequestError(thrown as Error)
}
const rethrow = (thrown: unknown): never => {
  throwIfRejected(thrown)
  throw thrown
}
