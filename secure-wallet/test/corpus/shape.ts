import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { getAddress } from 'viem'
import type { ProposalKind } from '../../src/approval/proposal.ts'
import { evmAccount } from '../rpcScope.ts'

/** A request of a site, and what its card must say. `kind` is that of the approval policy. */
export type CorpusRow = {
  name: string
  method: string
  params: unknown
  /** The CAIP-2 id of the network; Ethereum by default. */
  chain?: string
  host?: string
  /** The effects that a simulation shows; absent if the node cannot simulate. */
  simulated?: SimulatedMove[]
  card: { title: string; kind: ProposalKind; effects: readonly string[] } | { refused: string }
}
/** A transfer or an approval of a token, or a transfer of the native coin if there is no token. */
export type SimulatedMove = {
  token?: string
  from?: string
  to: string
  amount: bigint
  id?: bigint
  isApproval?: true
}

/** The account of the wallet, and addresses that the corpus uses for others. */
export const me = evmAccount.address
export const stranger = getAddress('0x91ce02ba7746f0dd85a3e1f6bc2407d95e8a3f10')
export const friend = getAddress('0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f')

const evm = (id: number, name: string, symbol: string): Network => ({
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  id: String(id),
  name,
  nativeCurrency: { name: symbol, symbol, decimals: 18 },
})
export const corpusNetworks: Network[] = [
  evm(1, 'Ethereum', 'ETH'),
  evm(10, 'OP Mainnet', 'ETH'),
  evm(56, 'BNB Smart Chain', 'BNB'),
  evm(137, 'Polygon', 'POL'),
  evm(324, 'ZKsync Era', 'ETH'),
  evm(8453, 'Base', 'ETH'),
  evm(42161, 'Arbitrum One', 'ETH'),
  evm(43114, 'Avalanche', 'AVAX'),
  evm(59144, 'Linea', 'ETH'),
  {
    caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamespace: 'solana',
    id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    name: 'Solana',
    nativeCurrency: { name: 'Sol', symbol: 'SOL', decimals: 9 },
  },
]

type Member = { name: string; type: string }
/** Reads types as EIP-712 writes them, such as `Mail(Person to)Person(string name)`. */
export const typesOf = (text: string): { [name: string]: Member[] } =>
  Object.fromEntries(
    [...text.matchAll(/([\w:]+)\(([^)]*)\)/g)].map(([, name = '', members = '']) => [
      name,
      members === ''
        ? []
        : members.split(',').map((member) => {
            const [type = '', label = ''] = member.split(' ')
            return { name: label, type }
          }),
    ]),
  )

export type Domain = {
  name?: string
  version?: string
  chainId?: number | string
  verifyingContract?: string
  salt?: string
}
const domainMembers: Member[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/** Typed data as libraries send it: with the type of the domain that has the members of the domain. */
export const typedData = (typeText: string, domain: Domain, message: object) => ({
  types: { EIP712Domain: domainMembers.filter(({ name }) => name in domain), ...typesOf(typeText) },
  primaryType: typeText.slice(0, typeText.indexOf('(')),
  domain,
  message,
})

type Card = CorpusRow['card']
/** A row for typed data on the network of its domain. */
export const typedRow = (
  name: string,
  [typeText, domain, message]: [string, Domain, object],
  card: Card,
  more: Partial<CorpusRow> = {},
): CorpusRow => ({
  name,
  method: 'eth_signTypedData_v4',
  params: [me, JSON.stringify(typedData(typeText, domain, message), writeBigint)],
  chain: `eip155:${domain.chainId ?? 1}`,
  card,
  ...more,
})

const writeBigint = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

export const permission = (title: string, ...effects: string[]): Card => ({ title, kind: 'permission', effects })
export const unknown = (): Card => ({ title: 'Sign something we can’t read?', kind: 'unknown', effects: [] })
export const statement = (title: string): Card => ({ title, kind: 'message', effects: [] })
