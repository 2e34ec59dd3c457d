import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Dialect, Line } from './dialects.ts'

const addresses = ({ addresses }: Line): string[] => addresses()
const unsupported = (): never => {
  throw new AppError(commonErrors.UNSUPPORTED_METHOD)
}

/** Chains go by number, in hex or decimal. */
const readReference = (data: string): string | undefined => {
  const id = Number(data)
  return Number.isSafeInteger(id) && id > 0 ? `${id}` : undefined
}

export const eip1193: Dialect = {
  readReference,
  answers: {
    eth_accounts: addresses,
    eth_requestAccounts: addresses,
    eth_chainId: ({ caipNetworkId }) => `0x${Number(caipNetworkId()?.split(':')[1] ?? 0).toString(16)}`,
    net_version: ({ caipNetworkId }) => caipNetworkId()?.split(':')[1] ?? '0',
    wallet_switchEthereumChain: ({ goTo }, request) => {
      const reference = readReference(String(Object(Object(request.params)[0]).chainId))
      if (reference === undefined) throw new AppError(commonErrors.INVALID_PARAMS)
      return goTo(`eip155:${reference}`, request)
    },
    wallet_getPermissions: unsupported,
    wallet_requestPermissions: unsupported,
  },
  addsNetworks: 'wallet_addEthereumChain',
}
