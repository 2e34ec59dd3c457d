import type { SiweConfig, SiwxOptions } from '../../index.d.ts'

type Made = SiweConfig & { options?: Partial<SiweConfig>; methods?: Partial<SiweConfig> }

/** Adapts a `siweConfig`, which supports EVM accounts only. It has one session, in the site's own cookie. */
export const adaptSiweConfig = (config: SiweConfig): SiwxOptions => {
  // `createSIWEConfig` of other libraries nests the functions one level deeper.
  const { options, methods, ...flat } = config as Made
  const site: SiweConfig = { ...flat, ...options, ...methods }
  if (site.enabled === false) return {}

  const leave = async (): Promise<void> => {
    if (!(await site.signOut())) throw new Error('Failed to sign out')
    site.onSignOut?.()
  }
  const session = async (chainId: string, accountAddress: string) => {
    const found = await site.getSession()
    const isAccount = found?.address.toLowerCase() === accountAddress.toLowerCase()
    const isChain = `eip155:${found?.chainId}` === chainId
    return { found, isAccount, isChain }
  }
  return {
    getNonce: ({ accountAddress }) => site.getNonce(accountAddress),
    createMessage: async ({ chainId, accountAddress, issuedAt, ...message }) => {
      const params = await site.getMessageParams?.()
      return site.createMessage({
        chains: [Number(chainId.slice(7))],
        iat: issuedAt,
        ...message,
        ...params,
        nonce: `${message.nonce}`,
        chainId: Number(chainId.slice(7)),
        address: `did:pkh:${chainId}:${accountAddress}`,
        version: '1',
      })
    },
    addSession: async ({ data, message, signature, cacao }) => {
      const isVerified = await site.verifyMessage({ message, signature, ...(cacao && { cacao }) })
      const { found, isAccount, isChain } = await session(data.chainId, data.accountAddress)
      if (isVerified !== true || !found || !isAccount || !isChain) throw new Error('Error verifying SIWE signature')
      site.onSignIn?.(found)
    },
    getSessions: async (chainId, accountAddress) => {
      const { found, isAccount, isChain } = await session(chainId, accountAddress)
      if (!found) return []
      const isGone =
        (!isAccount && site.signOutOnAccountChange !== false) || (!isChain && site.signOutOnNetworkChange !== false)
      if (isGone) await leave()
      return isGone ? [] : [{ data: { chainId, accountAddress } }]
    },
    revokeSession: leave,
    setSessions: async ({ length }) => {
      if (length === 0) await leave()
    },
    getRequired: () => site.required !== false,
    signOutOnDisconnect: site.signOutOnDisconnect !== false,
  }
}
