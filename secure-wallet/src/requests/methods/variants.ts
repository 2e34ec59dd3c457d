import { type Address, encodeFunctionData, erc20Abi, type Hex, isAddressEqual, toFunctionSelector } from 'viem'
import type { ClaimedAction } from '../decode/action.ts'
import { decodeCall } from '../decode/calldata.ts'
import { createTokenReader, type TokenReader, type Tokens } from '../describe/tokens.ts'
import type { DescribedRequest } from '../describe/warnings.ts'
import type { RequestedCall } from './callParams.ts'
import type { SendConditions } from './conditions.ts'
import type { RpcContext } from './scope.ts'
import { type SimulatedCalls, simulateCalls, tokensOf } from './simulateCalls.ts'

export type RequestVariant = SimulatedCalls & { limit?: NonNullable<DescribedRequest['limit']> }
type Variants = {
  original: RequestVariant
  /**
   * The same calls with the visitor's balance as the allowance limit. Null if the simulation of these calls is worse
   * than that of the original calls.
   */
  limited: RequestVariant | null
  tokens: Tokens
}

/**
 * Simulates the request as the site sent it. If the request asks for an unlimited allowance, also simulates a variant
 * that is limited to the visitor's balance.
 */
export const simulateVariants = async (
  context: RpcContext,
  account: Address,
  requested: readonly RequestedCall[],
  conditions: Promise<SendConditions>,
): Promise<Variants> => {
  const reader = createTokenReader(context.scope, context.network, account)
  const [original, limited] = await Promise.all([
    simulateCalls(context, account, requested, conditions, reader),
    // If the limited variant cannot be simulated, the card shows only the original request.
    tryWithLimit(context, account, requested, conditions, reader).catch(() => null),
  ])
  const tokens = await reader.read([...tokensOf(original), ...(limited ? tokensOf(limited) : [])])
  if (!limited || !isAsGood(limited, original, tokens)) return { original, limited: null, tokens }
  const { token, amount } = limited
  return {
    original: { ...original, limit: { isSet: false, token, amount } },
    limited: { ...limited, limit: { isSet: true, token, amount } },
    tokens,
  }
}

type Limited = SimulatedCalls & { token: Address; spender: Address; amount: bigint }

/**
 * Simulates the calls with the visitor's balance as the allowance limit. Returns null unless the calls give exactly one
 * unlimited allowance, by the token's own `approve`.
 */
const tryWithLimit = async (
  context: RpcContext,
  account: Address,
  requested: readonly RequestedCall[],
  conditions: Promise<SendConditions>,
  tokens: TokenReader,
): Promise<Limited | null> => {
  const [found, ...others] = requested.flatMap((call) => unlimitedOf(account, call).map((action) => ({ call, action })))
  if (!found || others.length > 0) return null
  const { call, action } = found
  const { to: token } = call
  if (!token || !call.data.toLowerCase().startsWith(approveSelector)) return null
  const { spender } = action
  const amount = await readBalance(context, token, account)
  if (amount === 0n) return null
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
  const limited = { ...call, data }
  // The balance is so large that the card would show this limit as unlimited too.
  if (unlimitedOf(account, limited).length > 0) return null
  const calls = requested.map((each) => (each === call ? limited : each))
  return { ...(await simulateCalls(context, account, calls, conditions, tokens)), token, spender, amount }
}

const approveSelector = toFunctionSelector('function approve(address,uint256)')

type Allowance = ClaimedAction & { kind: 'allow' }
const unlimitedOf = (from: Address, { to, value, data }: RequestedCall): Allowance[] =>
  decodeCall({ from, to, value, data }).filter(
    (action): action is Allowance => action.kind === 'allow' && action.isUnlimited,
  )

const readBalance = async (
  { scope: { node }, chainId }: RpcContext,
  to: Address,
  account: Address,
): Promise<bigint> => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] })
  const answered = await node.ask(chainId, 'eth_call', [{ to, data }, 'latest'])
  return typeof answered === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answered) ? BigInt(answered as Hex) : 0n
}

/**
 * Accepts the limited approval only if it simulates at least as well as the original. Refuses collectibles, whose
 * `approve` takes an id instead of an amount, and tokens that grant more than the approved amount.
 */
const isAsGood = (
  { token, spender, amount, ...limited }: Limited,
  original: SimulatedCalls,
  tokens: Tokens,
): boolean => {
  if (limited.gas.problem !== null || original.gas.problem !== null) return false
  if (original.simulation.status === 'fails' || limited.simulation.status !== original.simulation.status) return false
  if ((tokens.get(token.toLowerCase())?.decimals ?? null) === null) return false
  const grants = limited.simulation.status === 'ok' ? limited.simulation.effects.grants : []
  return grants
    .filter(
      ({ asset, spender: taker }) =>
        'token' in asset && isAddressEqual(asset.token, token) && isAddressEqual(taker, spender),
    )
    .every((grant) => grant.asset.kind === 'erc20' && grant.amount !== null && grant.amount <= amount)
}
