import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { policyOf, type RpcMethodPolicy, rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'

/** `public`: the RPC proxy that any visitor's browser may ask. `secure`: the one that only the secure frame may ask. */
type Proxy = 'public' | 'secure'

export const isProxied = (proxy: Proxy, namespace: ChainNamespace, method: string): boolean =>
  lets(proxy, policyOf(method, namespace))

/** Whether a proxy lets any method of the namespace through. */
export const isNamespaceProxied = (proxy: Proxy, namespace: ChainNamespace): boolean =>
  Object.values<RpcMethodPolicy>(rpcMethods).some(
    (policy) => policy.namespaces.includes(namespace) && lets(proxy, policy),
  )

/** The secure frame may ask whatever a visitor may. */
const lets = (proxy: Proxy, policy: RpcMethodPolicy | undefined): boolean =>
  policy?.proxy === 'public' || (proxy === 'secure' && policy?.proxy === 'secure')
