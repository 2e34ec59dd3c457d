import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { policyOf, type RpcMethodPolicy, rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'

/** `public`: the RPC proxy for any visitor's browser. `secure`: the proxy for the secure frame only. */
type Proxy = 'public' | 'secure'

export const isProxied = (proxy: Proxy, namespace: ChainNamespace, method: string): boolean =>
  allows(proxy, policyOf(method, namespace))

/** Tells whether a proxy allows at least one method of the namespace. */
export const isNamespaceProxied = (proxy: Proxy, namespace: ChainNamespace): boolean =>
  Object.values<RpcMethodPolicy>(rpcMethods).some(
    (policy) => policy.namespaces.includes(namespace) && allows(proxy, policy),
  )

/** The secure frame may use all public methods. */
const allows = (proxy: Proxy, policy: RpcMethodPolicy | undefined): boolean =>
  policy?.proxy === 'public' || (proxy === 'secure' && policy?.proxy === 'secure')
