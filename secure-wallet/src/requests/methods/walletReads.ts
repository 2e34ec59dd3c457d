import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, getAddress, numberToHex } from 'viem'
import { readTokens } from '../describe/tokens.ts'
import { defineRpcMethod } from './method.ts'
import { checkOwnEvmAddress, evmAddressSchema, quantitySchema, type RpcScope } from './scope.ts'

const hexWord = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/))
const accountParams = v.tuple([
  evmAddressSchema,
  v.optional(v.union([v.string(), v.record(v.string(), v.unknown())]), 'latest'),
])
const proof = v.object({ balance: hexWord, codeHash: hexWord, nonce: hexWord, storageHash: hexWord })
/** Few nodes support `eth_getAccount`. Most nodes support `eth_getProof`, which returns the same values. */
export const getAccount = defineRpcMethod(accountParams, async ([address, block], { scope, chainId }) => {
  const { success, output } = v.safeParse(proof, await scope.node.ask(chainId, 'eth_getProof', [address, [], block]))
  if (!success) throw new AppError(commonErrors.UNKNOWN_NODE_ERROR)
  const { storageHash, ...rest } = output
  return { ...rest, storageRoot: storageHash }
})

const hexId = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,13}$/))
const capabilityParams = v.optional(
  v.union([
    v.strictTuple([]),
    v.strictTuple([evmAddressSchema]),
    v.strictTuple([evmAddressSchema, v.array(v.union([hexId, v.number()]))]),
  ]),
  [],
)
/** EIP-5792 capabilities: the account sends its calls in sequence, not atomically. */
export const getCapabilities = defineRpcMethod(capabilityParams, ([address, ids], { scope }) => {
  checkOwnEvmAddress(scope, address)
  const wanted = ids && new Set(ids.map(Number))
  const entries = scope.networks
    .filter(({ chainNamespace, id }) => chainNamespace === 'eip155' && (!wanted || wanted.has(Number(id))))
    .map(({ id }) => [
      numberToHex(Number(id)),
      { atomic: { status: 'unsupported' }, assetDiscovery: { supported: true } },
    ])
  return Object.fromEntries(entries)
})

const chains = v.optional(v.pipe(v.array(hexId), v.maxLength(50)))
const assetParams = v.tuple([
  v.object({
    account: evmAddressSchema,
    chainFilter: chains,
    assetTypeFilter: v.optional(v.array(v.string())),
    assetFilter: v.optional(
      v.record(hexId, v.pipe(v.array(v.object({ address: v.string(), type: v.string() })), v.maxLength(50))),
    ),
  }),
])
/** ERC-7811: the native coin and the requested fungible tokens. */
export const getAssets = defineRpcMethod(assetParams, async ([wanted], { scope }) => {
  const account = checkOwnEvmAddress(scope, wanted.account)
  const ids = new Set((wanted.chainFilter ?? Object.keys(wanted.assetFilter ?? {})).map(Number))
  const networks = scope.networks.filter(
    ({ chainNamespace, id }) => chainNamespace === 'eip155' && (ids.size === 0 || ids.has(Number(id))),
  )
  const isWanted = (type: string): boolean =>
    !wanted.assetTypeFilter || wanted.assetTypeFilter.some((each) => each.toLowerCase() === type)
  const lists = networks.map(async (network) => {
    const hex = numberToHex(Number(network.id))
    const named = Object.entries(wanted.assetFilter ?? {}).find(([id]) => Number(id) === Number(network.id))?.[1]
    const isNativeNamed = !named || named.some(({ type }) => type.toLowerCase() === 'native')
    const found: object[] = []
    if (isWanted('native') && isNativeNamed) {
      const balance = parseBalance(await scope.node.ask(network.caipNetworkId, 'eth_getBalance', [account, 'latest']))
      const { name, symbol, decimals } = network.nativeCurrency
      found.push({ address: 'native', balance, type: 'NATIVE', metadata: { name, symbol, decimals } })
    }
    if (isWanted('erc20')) found.push(...(await readErc20(scope, network, account, named ?? [])))
    return [hex, found] as const
  })
  return Object.fromEntries(await Promise.all(lists))
})

const readErc20 = async (
  scope: RpcScope,
  network: Network,
  account: `0x${string}`,
  named: readonly { address: string; type: string }[],
): Promise<object[]> => {
  const addresses = named.flatMap(({ address, type }) =>
    type.toLowerCase() === 'erc20' && v.is(evmAddressSchema, address) ? [getAddress(address)] : [],
  )
  const facts = await readTokens(scope, network, account, addresses)
  const rows = addresses.map(async (address) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    const answered = await scope.node.ask(network.caipNetworkId, 'eth_call', [{ to: address, data }, 'latest'])
    const { ownSymbol, decimals } = facts.get(address.toLowerCase()) ?? {}
    const metadata = { name: ownSymbol, symbol: ownSymbol, decimals: decimals ?? 0 }
    return { address, balance: parseBalance(answered), type: 'ERC20', metadata }
  })
  return Promise.all(rows)
}

const parseBalance = (answered: unknown): string => {
  const { success, output } = v.safeParse(quantitySchema, answered)
  if (!success) throw new AppError(commonErrors.UNKNOWN_NODE_ERROR)
  return numberToHex(output)
}
