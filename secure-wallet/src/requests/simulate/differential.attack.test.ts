import {
  attackSize,
  attackTimeoutMs,
  createSeededRandom,
  startLongAttack,
} from '@appkit-frame/loader/protocol/test/attack.ts'
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestChain, type TestChain } from '../../../test/chain.ts'
import { createPlayground, type GeneratedCall, type Playground } from '../../../test/playground.ts'
import { createRpcWallet } from '../../../test/rpcScope.ts'
import type { Proposal } from '../../approval/proposal.ts'
import { assetKeyOf } from './effects.ts'

const count = attackSize(60, 2_000)

let chain: TestChain
let playground: Playground
beforeAll(async () => {
  chain = await startTestChain(4395, ['--balance', '100000000'])
  playground = await createPlayground(chain)
}, 60_000)
afterAll(() => chain.stop())

type Balances = Map<string, bigint>
const call = async (to: Address, data: Hex): Promise<bigint> =>
  BigInt((await chain.rpc('eth_call', [{ to, data }, 'latest'])) as Hex)
const readBalances = async (): Promise<Balances> => {
  const tokens = playground.assets.map(async (token): Promise<[string, bigint]> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [chain.me] })
    return [assetKeyOf({ kind: 'erc20', token }), await call(token, data)]
  })
  const native = BigInt((await chain.rpc('eth_getBalance', [chain.me, 'latest'])) as Hex)
  return new Map([[assetKeyOf({ kind: 'native' }), native], ...(await Promise.all(tokens))])
}
const readAllowances = async (): Promise<Balances> => {
  const pairs = playground.tokens.flatMap((token) => playground.spenders.map((spender) => ({ token, spender })))
  const read = pairs.map(async ({ token, spender }): Promise<[string, bigint]> => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [chain.me, spender] })
    return [`${token} ${spender}`.toLowerCase(), await call(token, data)]
  })
  return new Map(await Promise.all(read))
}

/** The amounts on the card by their asset, as a visitor reads them. */
const promisedChanges = ({ facts }: Proposal): Balances =>
  new Map(
    facts.changes.flatMap(({ direction, amount, key = '' }): [string, bigint][] => {
      if (direction === 'risk') return []
      const [, sign, number = '', symbol] = /^(?:about )?([+−])([\d,.]+) (\w+)$/.exec(amount) ?? []
      const size = parseUnits(number.replaceAll(',', ''), symbol === 'MuteToken' ? 6 : 18)
      return [[key, sign === '−' ? -size : size]]
    }),
  )
const has = ({ facts }: Proposal, title: string): boolean => facts.notices.some((notice) => notice.title === title)

type Outcome = { isDone: boolean; changes: Balances; allowed: string[] }
/** Changes something that a block does not have to share with the simulation. */
const disturb = async ({ below }: ReturnType<typeof createSeededRandom>): Promise<void> => {
  if (below(3) === 0) await chain.rpc('evm_increaseTime', [1 + below(45)])
  if (below(4) === 0) await chain.rpc('anvil_setCoinbase', [`0x${(below(2 ** 31) + 1).toString(16).padStart(40, '0')}`])
  if (below(4) === 0) await chain.rpc('evm_mine', [])
}

const send = async (asked: Promise<unknown>, ask: ReturnType<typeof createRpcWallet>['ask'], isBundle: boolean) => {
  if (!isBundle) return [await chain.receiptOf(await asked)]
  const { id } = (await asked) as { id: string }
  for (;;) {
    const state = (await ask('wallet_getCallsStatus', [id])) as { status: number; receipts: { transactionHash: Hex }[] }
    if (state.status !== 100)
      return Promise.all(state.receipts.map(({ transactionHash }) => chain.receiptOf(transactionHash)))
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const seed = (from: number, index: number): number => (from + index * 7_919) | 0

/** Plays one random request. Returns what the card said and what then happened, or null if the card was blocked. */
const play = async (random: ReturnType<typeof createSeededRandom>) => {
  const length = random.below(5) === 0 ? 2 + random.below(2) : 1
  const calls: GeneratedCall[] = []
  while (calls.length < length) calls.push(await playground.call(random))
  const isBundle = calls.length > 1
  const [first] = calls as [GeneratedCall]
  const wallet = createRpcWallet(chain.node, { listed: playground.listed })
  const fields = calls.map(({ to, data, value }) => ({ to, data, value: numberToHex(value) }))
  const asked = isBundle
    ? wallet.ask('wallet_sendCalls', [{ calls: fields }])
    : // A site that sets the gas can send a call that reverts.
      wallet.ask('eth_sendTransaction', [{ ...fields[0], ...(random.below(3) === 0 && { gas: '0x7a120' }) }])
  asked.catch(() => undefined)
  const { frozen, approve, refuse } = await wallet.card(0)
  const { proposal } = frozen
  if (proposal.blocked) {
    refuse()
    return null
  }
  const [before, allowedBefore] = [await readBalances(), await readAllowances()]
  await disturb(random)
  approve()
  const receipts = await send(asked, wallet.ask, isBundle)
  const paid = receipts.reduce(
    (sum, { gasUsed, effectiveGasPrice }) => sum + BigInt(gasUsed) * BigInt(effectiveGasPrice),
    0n,
  )
  const [after, allowedAfter] = [await readBalances(), await readAllowances()]
  const native = assetKeyOf({ kind: 'native' })
  const changes: Balances = new Map(
    [...after]
      .map(([key, is]): [string, bigint] => [key, is - (before.get(key) ?? 0n) + (key === native ? paid : 0n)])
      .filter(([, change]) => change !== 0n),
  )
  const allowed = [...allowedAfter].filter(([pair, is]) => is > (allowedBefore.get(pair) ?? 0n)).map(([pair]) => pair)
  const outcome: Outcome = { isDone: receipts.every(({ status }) => status === '0x1'), changes, allowed }
  return { calls, first, proposal, outcome }
}

/** Everything in which a request did worse than its card said. */
const findBroken = (proposal: Proposal, { isDone, changes, allowed }: Outcome): string[] => {
  if (has(proposal, 'This would fail')) return isDone ? ['done although the card said that it fails'] : []
  const promised = promisedChanges(proposal)
  const keys = new Set([...promised.keys(), ...changes.keys()])
  const moved = [...keys].flatMap((key) => {
    const [said, real] = [promised.get(key) ?? 0n, changes.get(key) ?? 0n]
    const isWorse = said > 0n ? real * 1_000n < said * 995n : real < said
    return isWorse ? [`${key}: the card says ${said}, it was ${real}`] : []
  })
  const granted = new Set(
    proposal.facts.changes.flatMap(({ direction, key = '' }) =>
      direction === 'risk' ? [key.replace(/^\w+ /, '').replace(/ +/g, ' ').toLowerCase()] : [],
    ),
  )
  return [...moved, ...allowed.filter((pair) => !granted.has(pair)).map((pair) => `allows ${pair}`)]
}

test('what the card of a random request says is what happens on the chain', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const attack = startLongAttack(task, {
    gate: 'G20',
    what: 'random requests whose card is compared with the chain',
    total: count,
    step: 20,
    counts: { compared: 0, doubted: 0, blocked: 0, failed: 0 },
    canResume: false,
  })
  const broken: string[] = []
  const accused: string[] = []
  const hold = () => expect({ broken, accused }, `ATTACK_SEED=${attack.seed}`).toEqual({ broken: [], accused: [] })
  for (const [start, length] of attack.steps(hold))
    for (let index = start; index < start + length; index++) {
      const played = await play(createSeededRandom(seed(attack.seed, index)))
      if (!played) {
        attack.counts.blocked++
        continue
      }
      const { calls, proposal, outcome } = played
      if (!outcome.isDone) attack.counts.failed++
      const isUnsteady = has(proposal, 'It may do something else')
      const isDoubted = isUnsteady || has(proposal, 'A token reports wrong amounts')
      const name = `${index} ${calls.map(({ to, data }) => `${to} ${data}`).join(' ')}`
      if (isDoubted) attack.counts.doubted++
      if (isDoubted) expect(proposal.kind, name).toBe('unknown')
      // An honest contract must not be accused, or nobody would believe the warning.
      if (isDoubted && !calls.some(({ isTrap, isLiar }) => isTrap || isLiar)) accused.push(name)
      // A bundle ends with its first failed call, which the card has announced.
      if (isUnsteady || (calls.length > 1 && !outcome.isDone)) continue
      attack.counts.compared++
      broken.push(...findBroken(proposal, outcome).map((problem) => `${name}: ${problem}`))
    }
  expect(attack.counts.compared).toBeGreaterThan(attack.done() / 2)
  const { compared, doubted, blocked, failed } = attack.counts
  attack.report(`${compared} compared, ${doubted} doubted, ${blocked} blocked, ${failed} failed on the chain`)
})
