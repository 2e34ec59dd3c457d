'use client'

import { type ComponentPropsWithoutRef, createElement, type ReactElement, useMemo, useSyncExternalStore } from 'react'
import type { AppKit, ChainNamespace, ConnectionStatus, Eip1193Provider, OpenOptions } from '../index.d.ts'
import { type ClientState, currentAppKit } from './client.ts'
import { type AppKitEvent, eventsOf, firstEvent } from './eventTracker.ts'

export type { AppKitEvent }

type Namespaced = { namespace?: ChainNamespace | undefined }
type AccountInNamespace = { namespace: ChainNamespace; address: string; caipAddress: string }
/** A network as CAIP-2 id, or an object such as a chain of viem. */
type NetworkChoice = string | { id: number | string; caipNetworkId?: string; chainNamespace?: ChainNamespace }

/** The state of AppKit. While React hydrates, it is the state that the server rendered. */
const useClientState = (hook: string): ClientState => {
  const { kit, initialState } = currentAppKit(hook)
  return useSyncExternalStore(kit.subscribe, kit.getState, () => initialState)
}

export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { kit } = currentAppKit('useAppKit')
  return kit
}

/** The account of a namespace, by default of the active one. */
export function useAppKitAccount({ namespace }: Namespaced = {}): {
  address: string | undefined
  caipAddress: string | undefined
  allAccounts: AccountInNamespace[]
  isConnected: boolean
  status: ConnectionStatus
} {
  const { accounts, activeNamespace } = useClientState('useAppKitAccount')
  const chosen = namespace ?? activeNamespace
  const account = accounts[chosen]
  return useMemo(() => {
    const { status = 'disconnected', caipAddress, caipAddresses = caipAddress ? [caipAddress] : [] } = account ?? {}
    return {
      address: account?.address,
      caipAddress,
      allAccounts: caipAddresses.map((each) => ({
        namespace: chosen,
        address: each.split(':')[2] ?? '',
        caipAddress: each,
      })),
      isConnected: status === 'connected',
      status,
    }
  }, [chosen, account])
}

/** The network of the active namespace, and the function that switches to another. */
export function useAppKitNetwork(): {
  chainId: number | string | undefined
  caipNetworkId: string | undefined
  /** The networks that a wallet on another device approved. Undefined if the wallet supports all networks. */
  approvedCaipNetworkIds: string[] | undefined
  /** The project's networks that the wallet did not approve. */
  disabledCaipNetworkIds: string[]
  /** Whether the connected wallet can switch to every network of its namespace. True without a connection. */
  supportsAllNetworks: boolean
  switchNetwork: (network: NetworkChoice) => Promise<void>
} {
  const { kit } = currentAppKit('useAppKitNetwork')
  const { accounts, activeNamespace } = useClientState('useAppKitNetwork')
  const account = accounts[activeNamespace]
  return useMemo(() => {
    const { chainId, caipNetworkId, approvedCaipNetworkIds, disabledCaipNetworkIds = [] } = account ?? {}
    return {
      chainId,
      caipNetworkId,
      approvedCaipNetworkIds,
      disabledCaipNetworkIds,
      supportsAllNetworks: !approvedCaipNetworkIds,
      switchNetwork: (network) => kit.switchNetwork(toCaipNetworkId(network)),
    }
  }, [kit, account])
}

const toCaipNetworkId = (network: NetworkChoice): string => {
  if (typeof network === 'string') return network
  const { id, caipNetworkId, chainNamespace = 'eip155' } = network
  return caipNetworkId ?? (`${id}`.includes(':') ? `${id}` : `${chainNamespace}:${id}`)
}

export type WalletProviderType = 'ANNOUNCED' | 'AUTH' | 'INJECTED' | 'WALLET_CONNECT'
const providerTypes: Record<string, WalletProviderType> = {
  embedded: 'AUTH',
  legacy: 'INJECTED',
  walletConnect: 'WALLET_CONNECT',
}

/** The provider of a namespace while a wallet is connected there. */
export function useAppKitProvider<Provider = Eip1193Provider>(
  namespace: ChainNamespace,
): { walletProvider: Provider | undefined; walletProviderType: WalletProviderType | undefined } {
  const { kit } = currentAppKit('useAppKitProvider')
  const { status, connectorId } = useClientState('useAppKitProvider').accounts[namespace] ?? {}
  const isConnected = status === 'connected'
  return useMemo(
    () => ({
      walletProvider: isConnected ? (kit.getProvider(namespace as 'eip155') as Provider) : undefined,
      walletProviderType: isConnected ? (providerTypes[`${connectorId}`] ?? 'ANNOUNCED') : undefined,
    }),
    [kit, namespace, isConnected, connectorId],
  )
}

/** The icons of the page's EIP-6963 wallets by their rdns, as a store for `useSyncExternalStore`. */
let icons: { readonly [rdns: string]: string } = {}
const iconListeners = new Set<() => void>()

const noteIcon = (event: Event): void => {
  const { rdns, icon } = Object((event as CustomEvent).detail?.info)
  if (typeof rdns !== 'string' || typeof icon !== 'string' || icons[rdns] === icon) return
  icons = { ...icons, [rdns]: icon }
  for (const listener of iconListeners) listener()
}

const announcedIcons = {
  read: () => icons,
  /** Asks the page's wallets with the first listener. */
  subscribe: (listener: () => void) => {
    iconListeners.add(listener)
    if (iconListeners.size === 1) {
      addEventListener('eip6963:announceProvider', noteIcon)
      dispatchEvent(new Event('eip6963:requestProvider'))
    }
    return () => {
      iconListeners.delete(listener)
      if (iconListeners.size === 0) removeEventListener('eip6963:announceProvider', noteIcon)
    }
  },
}

/** The connected wallet of a namespace, by default of the active one. */
export function useWalletInfo(namespace?: ChainNamespace): {
  walletInfo: { name: string; icon: string | undefined; rdns: string | undefined; type: WalletProviderType } | undefined
} {
  const { accounts, activeNamespace } = useClientState('useWalletInfo')
  const { status, connectorId, walletName } = accounts[namespace ?? activeNamespace] ?? {}
  const icons = useSyncExternalStore(announcedIcons.subscribe, announcedIcons.read, announcedIcons.read)
  return useMemo(() => {
    if (status !== 'connected' || !connectorId) return { walletInfo: undefined }
    const type = providerTypes[connectorId] ?? 'ANNOUNCED'
    const icon = icons[connectorId]
    return { walletInfo: { name: walletName ?? 'Email', icon, rdns: icon && connectorId, type } }
  }, [status, connectorId, walletName, icons])
}

export function useAppKitState(): {
  open: boolean
  loading: boolean
  activeChain: ChainNamespace
  selectedNetworkId: string | undefined
  /** Whether the loader has loaded. */
  initialized: boolean
} {
  const { kit, isLoaded } = currentAppKit('useAppKitState')
  const { open, loading, activeNamespace, accounts } = useClientState('useAppKitState')
  const initialized = useSyncExternalStore(kit.subscribe, isLoaded, () => false)
  const selectedNetworkId = accounts[activeNamespace]?.caipNetworkId
  return { open, loading, activeChain: activeNamespace, selectedNetworkId, initialized }
}

/** The last event. Events before the first component that uses this hook are unknown. */
export function useAppKitEvents(): AppKitEvent {
  const { kit } = currentAppKit('useAppKitEvents')
  const { subscribe, last } = eventsOf(kit)
  return useSyncExternalStore(subscribe, last, () => firstEvent)
}

export function useDisconnect(): { disconnect: (options?: Namespaced) => Promise<void> } {
  const { kit } = currentAppKit('useDisconnect')
  return useMemo(() => ({ disconnect: (options) => kit.disconnect(options?.namespace) }), [kit])
}

export type AppKitButtonProps = Omit<ComponentPropsWithoutRef<'button'>, 'children' | 'onClick'> &
  Pick<OpenOptions, 'view' | 'namespace'> & {
    label?: string
    loadingLabel?: string
    /** How many characters of the address the button shows at its start, and at its end. */
    charsStart?: number
    charsEnd?: number
  }

/** A plain button that opens the modal. It shows the address of a connected visitor, and has no style. */
export function AppKitButton({
  label = 'Connect Wallet',
  loadingLabel = 'Connecting…',
  charsStart = 4,
  charsEnd = 6,
  view,
  namespace,
  ...button
}: AppKitButtonProps): ReactElement {
  const { kit, options } = currentAppKit('AppKitButton')
  const { address, status, isConnected } = useAppKitAccount({ namespace })
  const short = `${address?.slice(0, charsStart)}…${address?.slice(-charsEnd)}`
  const notConnected = status === 'connecting' ? loadingLabel : label
  const warm = options.warm === 'intent' || !options.warm ? kit.warm : undefined
  // The modal shows its own errors, so the click ignores the rejection.
  const onClick = () => void kit.open({ ...(view && { view }), ...(namespace && { namespace }) }).catch(() => {})
  return createElement(
    'button',
    { type: 'button', onPointerEnter: warm, onFocus: warm, ...button, onClick },
    isConnected ? short : notConnected,
  )
}
