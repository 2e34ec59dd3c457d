import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** The part of a WalletConnect session in one namespace. A `SessionProvider` reads it, and switches its network. */
export type NamespaceSession = {
  caipNetworkId(): string | undefined
  /** The addresses on the active network, the active address first. */
  addresses(): string[]
  /**
   * Switches to a network of the session. If the session lacks the network, sends the wallet `request`, so that the
   * wallet adds the network.
   */
  switchTo(caipNetworkId: string, request: JsonRpcRequest): Promise<null>
}

type SessionProvider = {
  /** Reads the CAIP-2 reference in the data of `chainChanged`. */
  readReference(data: string): string | undefined
  /** Methods whose answers come from the session, without a question to the wallet. */
  answers: { [method: string]: (session: NamespaceSession, request: JsonRpcRequest) => unknown }
  /** The method that adds a network to the session, if the wallet granted that method. */
  addNetworkMethod: string
}

const readAddresses = ({ addresses }: NamespaceSession): string[] => addresses()
const unsupported = (): never => {
  throw new AppError(commonErrors.UNSUPPORTED_METHOD)
}

/** Reads a chain id in hexadecimal or decimal. */
const readReference = (data: string): string | undefined => {
  const id = Number(data)
  return Number.isSafeInteger(id) && id > 0 ? `${id}` : undefined
}

const eip1193: SessionProvider = {
  readReference,
  answers: {
    eth_accounts: readAddresses,
    eth_requestAccounts: readAddresses,
    eth_chainId: ({ caipNetworkId }) => `0x${Number(caipNetworkId()?.split(':')[1] ?? 0).toString(16)}`,
    net_version: ({ caipNetworkId }) => caipNetworkId()?.split(':')[1] ?? '0',
    wallet_switchEthereumChain: ({ switchTo }, request) => {
      const reference = readReference(String(Object(Object(request.params)[0]).chainId))
      if (reference === undefined) throw new AppError(commonErrors.INVALID_PARAMS)
      return switchTo(`eip155:${reference}`, request)
    },
    wallet_getPermissions: unsupported,
    wallet_requestPermissions: unsupported,
  },
  addNetworkMethod: 'wallet_addEthereumChain',
}

/**
 * Namespaces in which this frame answers some methods from the session. In all other namespaces a wallet or a node
 * answers.
 */
export const sessionProviders: { [namespace in ChainNamespace]?: SessionProvider } = { eip155: eip1193 }
