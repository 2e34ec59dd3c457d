import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { type RpcMethodPolicy, rpcMethods, rpcPolicyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'

/** The two RPC proxies: `public` is for any visitor's browser, `secure` only for the secure frame. */
type Proxy = 'public' | 'secure'

export const isMethodProxied = (proxy: Proxy, namespace: ChainNamespace, method: string): boolean =>
  allows(proxy, rpcPolicyOf(method, namespace))

/** Tells whether a proxy allows any method of a namespace. */
export const isNamespaceProxied = (proxy: Proxy, namespace: ChainNamespace): boolean =>
  Object.values<RpcMethodPolicy>(rpcMethods).some(
    (policy) => policy.namespaces.includes(namespace) && allows(proxy, policy),
  )

/** The secure proxy also allows all public methods. */
const allows = (proxy: Proxy, policy: RpcMethodPolicy | undefined): boolean =>
  policy?.proxy === 'public' || (proxy === 'secure' && policy?.proxy === 'secure')
