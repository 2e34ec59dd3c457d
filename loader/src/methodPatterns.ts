import { type RpcMethodPolicy, rpcMethods } from '../protocol/rpc/methods.ts'

/**
 * The RPC method policy as regular expressions, for the files that run in the host page. The build replaces this module
 * by the computed patterns, so no page loads the table (`bundle.ts`).
 */
const namesWhere = (holds: (policy: RpcMethodPolicy) => boolean): string[] =>
  Object.entries<RpcMethodPolicy>(rpcMethods)
    .filter(([, policy]) => holds(policy))
    .map(([name]) => name)

type Trie = { [letter: string]: Trie }
/** A separator that no method name contains. */
const end = '$'

const alternatives = (names: string[]): string => {
  const root: Trie = {}
  for (const name of names) {
    let node = root
    for (const letter of name + end) node = node[letter] ??= {}
  }
  return write(root)
}

const write = (node: Trie): string => {
  const parts = Object.entries(node).map(([letter, next]) => (letter === end ? '' : letter + write(next)))
  return parts.length > 1 ? `(${parts.join('|')})` : (parts[0] ?? '')
}

const isEvm = ({ namespaces }: RpcMethodPolicy) => namespaces.includes('eip155')
const isPublic = ({ proxy }: RpcMethodPolicy) => proxy === 'public'

/** The methods that open the modal if no wallet is connected. */
export const connectingMethods = new RegExp(`^${alternatives(namesWhere(({ consent }) => consent === 'connect'))}$`)
/** Every method of EVM networks that a page may call. The first group matches if no wallet is needed for the answer. */
export const evmMethods = new RegExp(
  `^(?:(${alternatives(namesWhere((policy) => isEvm(policy) && isPublic(policy)))})|${alternatives(
    namesWhere((policy) => isEvm(policy) && !isPublic(policy) && policy.proxy !== 'secure'),
  )})$`,
)
/**
 * The methods that the frame may send to a connected wallet of the page. Listing namespaces too would cost 27 bytes in
 * the bundle. Besides eip155, each wallet of `page.js` has a table of its methods.
 */
export const methodsSentByFrame = new RegExp(
  `^${alternatives(namesWhere(({ isSentByFrame }) => isSentByFrame === true))}$`,
)
/** The EVM methods that a page may not call on a network that the site does not use. */
export const transactionMethods = new RegExp(
  `^${alternatives(namesWhere((policy) => isEvm(policy) && policy.isTransaction === true))}$`,
)
/** The same methods of the other namespaces. Those of Solana have a row, since the embedded wallet supports them. */
export const otherTransactionMethods = new RegExp(
  `^${alternatives([
    ...namesWhere((policy) => !isEvm(policy) && policy.isTransaction === true),
    ...['signPsbt', 'sendTransfer', 'polkadot_signTransaction', 'cosmos_signDirect', 'cosmos_signAmino'],
  ])}$`,
)
