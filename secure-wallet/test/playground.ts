import type { createSeededRandom } from '@appkit-frame/loader/protocol/test/attack.ts'
import { type Address, type Hex, maxUint256, numberToHex, parseEther } from 'viem'
import type { ListedToken } from '../src/session/tokenList.ts'
import type { Deployed, TestChain } from './chain.ts'

type Random = ReturnType<typeof createSeededRandom>
export type GeneratedCall = {
  to: Address
  data: Hex
  value: bigint
  /** The contract tries to behave in a simulation and to steal in a block. */
  isTrap: boolean
  /** The token's events differ from what it moves. */
  isLiar: boolean
}

const friends: Address[] = [
  '0x3333333333333333333333333333333333333333',
  '0x5555555555555555555555555555555555555555',
  '0x6666666666666666666666666666666666666666',
]
const tokenNames = [
  'PlainToken',
  'FeeToken',
  'SecretFeeToken',
  'SurchargeToken',
  'RebasingToken',
  'SilentToken',
] as const
const liars: readonly string[] = ['SecretFeeToken', 'SurchargeToken', 'RebasingToken', 'SilentToken', 'BoastfulToken']
const trapNames = ['PricedTrap', 'BaseFeeTrap', 'CoinbaseTrap', 'GasTrap', 'BlockTrap'] as const

export type Playground = Awaited<ReturnType<typeof createPlayground>>

/** Deploys honest and hostile contracts, and makes random calls of the account to them. */
export const createPlayground = async (chain: TestChain) => {
  const make = async (name: string, args: unknown[] = [], value = 0n) => ({
    name,
    ...(await chain.deploy(name, args, value)),
  })
  const tokens: Named[] = []
  for (const name of tokenNames) tokens.push(await make(name, name === 'PlainToken' ? ['Plain', 'PLAIN'] : []))
  const boastful = await make('BoastfulToken')
  const mute = await make('MuteToken')
  const [plain, fee] = tokens as [Named, Named, ...Named[]]
  const vault = await make('Vault')
  const native: Address = '0x0000000000000000000000000000000000000000'
  const pools = [
    { pool: await make('Pool', [plain.address, fee.address]), sides: [plain.address, fee.address] },
    { pool: await make('Pool', [native, plain.address]), sides: [native, plain.address] },
  ]
  const traps: Named[] = []
  for (const name of trapNames) traps.push(await make(name, [plain.address], 10_000n))

  for (const token of [...tokens, boastful, mute]) await token.call('mint', [chain.me, parseEther('1000000')])
  for (const { pool, sides } of pools)
    for (const side of sides) {
      if (side === native) await chain.send({ to: pool.address, value: numberToHex(parseEther('50')) })
      const token = tokens.find(({ address }) => address === side)
      await token?.call('mint', [pool.address, parseEther('5000')])
      await token?.call('approve', [pool.address, maxUint256])
    }
  const allow = (trap: Named) => plain.call('approve', [trap.address, maxUint256])
  for (const trap of traps) await allow(trap)
  await vault.call('deposit', [], { value: numberToHex(parseEther('10')) })

  const all = [...tokens, boastful, mute, { ...vault, name: 'Vault' }]
  const listed = all.map(
    ({ name, address }): ListedToken => ({
      address,
      name: `The ${name}`,
      symbol: name,
      decimals: name === 'MuteToken' ? 6 : 18,
    }),
  )
  const spenders = [...friends, ...traps.map(({ address }) => address), ...pools.map(({ pool }) => pool.address)]

  /** Counts its seconds from now on, so that it springs after the card was painted. */
  const makeTimeTrap = async (delay: bigint): Promise<Named> => {
    const trap = await make('TimeTrap', [plain.address, delay], 10_000n)
    await allow(trap)
    return trap
  }

  const call = async ({ pick, below }: Random): Promise<GeneratedCall> => {
    const amount = (): bigint => BigInt(below(1_000_000)) * 10n ** BigInt(below(13))
    const of = (target: Named, name: string, args: unknown[], value = 0n): GeneratedCall => ({
      to: target.address,
      data: target.encode(name, args),
      value,
      isTrap: target.name.endsWith('Trap'),
      isLiar: liars.includes(target.name),
    })
    const makers: (() => GeneratedCall | Promise<GeneratedCall>)[] = [
      () => ({ to: pick([...friends, chain.me]), data: '0x', value: amount(), isTrap: false, isLiar: false }),
      () => of(pick([...tokens, mute]), 'transfer', [pick([...friends, chain.me]), amount()]),
      () => of(pick(tokens), 'transfer', [pick(spenders), amount()]),
      // More than the balance, so the call reverts.
      () => of(pick(tokens), 'transfer', [pick(friends), maxUint256 / 2n]),
      () => of(pick(tokens), 'approve', [pick(spenders), pick([0n, amount(), amount(), maxUint256])]),
      () => of(pick(tokens), 'transferFrom', [chain.me, pick(friends), amount()]),
      () => {
        const { pool, sides } = pick(pools)
        const [from, given] = [pick(sides), amount() + 1n]
        return of(
          pool as Named,
          'swap',
          [from, given, below(4) === 0 ? given * 1_000n : 0n],
          from === native ? given : 0n,
        )
      },
      () => of(vault, 'deposit', [], amount()),
      () => of(vault, 'withdraw', [pick([amount(), parseEther('1000000')])]),
      () => of(pick(traps), 'claim', []),
      async () => of(await makeTimeTrap(BigInt(1 + below(90))), 'claim', []),
      () => of(boastful, 'gift', [amount()]),
    ]
    return pick(makers)()
  }
  return {
    call,
    listed,
    assets: all.map(({ address }) => address),
    tokens: tokens.map(({ address }) => address),
    spenders,
  }
}

type Named = Deployed & { name: string }
