import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { type Address, encodeFunctionData, type Hex, maxUint256, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openZeppelin, startTestChain, type TestChain } from '../../../test/chain.ts'
import { createRpcWallet, evmAccount, hostOrigin, type RpcSurroundings, testNetworks } from '../../../test/rpcScope.ts'
import type { NodeClient } from '../../session/node.ts'

const { abi, bytecode } = openZeppelin('ERC20PresetFixedSupply')
const friend: Address = '0x3333333333333333333333333333333333333333'

let chain: TestChain
let token: Address
const rpc: TestChain['rpc'] = (method, params) => chain.rpc(method, params)
const receiptOf: TestChain['receiptOf'] = (hash) => chain.receiptOf(hash)
const node: NodeClient = { ask: (_chain, method, params) => rpc(method, params) }
beforeAll(async () => {
  chain = await startTestChain(4392)
  expect(chain.me.toLowerCase()).toBe(evmAccount.address.toLowerCase())
  const args = ['Dollar', 'USD', parseEther('1000'), evmAccount.address]
  token = (await chain.deploy({ abi, bytecode }, args)).address
}, 30_000)
afterAll(() => chain.stop())

const balanceOf = async (address: Address): Promise<bigint> =>
  BigInt((await rpc('eth_getBalance', [address, 'latest'])) as Hex)
const allowance = async (): Promise<bigint> => {
  const data = encodeFunctionData({ abi, functionName: 'allowance', args: [evmAccount.address, friend] })
  return BigInt((await rpc('eth_call', [{ to: token, data }, 'latest'])) as Hex)
}
const balanceData = encodeFunctionData({ abi, functionName: 'balanceOf', args: [evmAccount.address] })
const usd = () => ({ address: token, name: 'Dollar', symbol: 'USD', decimals: 18 })
const transfer = (amount: bigint): Hex => encodeFunctionData({ abi, functionName: 'transfer', args: [friend, amount] })

test('sends coins after a click with the picked fee, also if the page names the account in lower case', async () => {
  const { ask, card } = createRpcWallet(node)
  const before = await balanceOf(friend)
  const asked = ask('eth_sendTransaction', [
    { from: evmAccount.address.toLowerCase(), to: friend, value: numberToHex(parseEther('1.5')) },
  ])
  const { frozen, approve } = await card(0)
  const { facts, choices, kind, blocked } = frozen.proposal
  expect({ kind, blocked }).toEqual({ kind: 'transfer', blocked: null })
  expect(facts.changes).toEqual([
    {
      direction: 'out',
      name: 'Ether',
      mark: 'ETH',
      amount: '−1.5 ETH',
      note: '',
      key: 'native  ',
      priced: { chainId: 'eip155:31337', amount: '1.5' },
    },
  ])
  expect(choices.map(({ id, label }) => [id, label])).toEqual(
    ['low', 'normal', 'fast'].map((id) => [id, 'Send 1.5 ETH to 0x3333…3333']),
  )
  expect(new Set(choices.flatMap(({ payloads }) => payloads)).size).toBe(3)
  approve('fast')
  expect((await receiptOf(await asked)).status).toBe('0x1')
  expect((await balanceOf(friend)) - before).toBe(parseEther('1.5'))
})

test('follows a sent transaction until it is in a block', async () => {
  const { ask, card, sent } = createRpcWallet(node)
  const asked = ask('eth_sendTransaction', [{ to: friend, value: '0x1' }])
  ;(await card(0)).approve()
  const hash = await asked
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    network: testNetworks[0],
    deed: 'Send 0.000000000000000001 ETH',
    hash,
  })
  expect(await sent[0]?.readEnd()).toEqual({ isDone: true, hash })
})

test('shows ten concurrent requests as ten cards with consecutive nonces, and leaves no gap for a rejected one', async () => {
  const { ask, card } = createRpcWallet(node)
  const asked = Array.from({ length: 10 }, (_, index) =>
    ask('eth_sendTransaction', [{ to: friend, value: numberToHex(index + 1) }]).catch((thrown) => thrown.number),
  )
  for (let index = 0; index < 10; index++) {
    const shown = await card(index)
    if (index === 4) shown.refuse()
    else shown.approve()
  }
  const hashes = await Promise.all(asked)
  expect(hashes[4]).toBe(4001)
  const nonces: number[] = []
  for (const hash of hashes.toSpliced(4, 1)) {
    await receiptOf(hash)
    nonces.push(Number(((await rpc('eth_getTransactionByHash', [hash])) as { nonce: Hex }).nonce))
  }
  expect(nonces).toEqual(nonces.map((_, index) => (nonces[0] ?? 0) + index))
})

test('shows a new card if another tab used the nonce, and sends nothing without a click on the new card', async () => {
  const { ask, card } = createRpcWallet(node)
  const asked = ask('eth_sendTransaction', [{ to: friend, value: '0x1' }])
  const first = await card(0)
  await receiptOf(await rpc('eth_sendTransaction', [{ from: evmAccount.address, to: friend, value: '0x2' }]))
  first.approve()
  const second = await card(1)
  expect(second.frozen.digest).not.toBe(first.frozen.digest)
  second.approve()
  expect((await receiptOf(await asked)).status).toBe('0x1')
})

test('names tokens by their symbols and offers a limit for an unlimited allowance', async () => {
  const { ask, card } = createRpcWallet(node)
  const asked = ask('eth_sendTransaction', [{ to: token, data: transfer(parseEther('20')) }])
  const first = await card(0)
  expect(first.frozen.proposal.facts.changes).toMatchObject([{ direction: 'out', amount: '−20 USD' }])
  expect(first.frozen.proposal.choices[0]?.label).toBe('Send 20 USD to 0x3333…3333')
  first.approve()
  await receiptOf(await asked)
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [friend, maxUint256] })
  const unlimited = ask('eth_sendTransaction', [{ to: token, data }])
  const second = await card(1)
  const { facts, limits, choices } = second.frozen.proposal
  expect(facts).toMatchObject({
    isDanger: false,
    changesTitle: 'It may take',
    changes: [{ direction: 'risk', amount: 'up to 980 USD' }],
  })
  expect(limits?.[0]).toMatchObject({ name: '980 USD only', facts: { isDanger: false, changes: facts.changes } })
  expect(limits?.[1]).toMatchObject({
    name: 'Unlimited',
    note: 'what the site asks for',
    facts: { isDanger: true, changes: [{ direction: 'risk', amount: 'Unlimited' }] },
  })
  expect(choices.map(({ id, label }) => [id, label])).toEqual([
    ...['low', 'normal', 'fast'].map((id) => [`balance ${id}`, 'Allow 980 USD only']),
    ...['low', 'normal', 'fast'].map((id) => [`requested ${id}`, 'Allow unlimited USD']),
  ])
  second.approve()
  await receiptOf(await unlimited)
  expect(await allowance()).toBe(parseEther('980'))

  const again = ask('eth_sendTransaction', [{ to: token, data }])
  const third = await card(2)
  third.approve('requested fast')
  await receiptOf(await again)
  expect(await allowance()).toBe(maxUint256)
})

test("applies the visitor's limit only to the unlimited approval in a bundle", async () => {
  const { ask, card } = createRpcWallet(node)
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [friend, maxUint256] })
  const calls = [
    { to: friend, value: '0x9' },
    { to: token, data },
    { to: token, data: transfer(7n) },
  ]
  const asked = ask('wallet_sendCalls', [{ id: 'order-2', calls }])
  const { frozen, approve } = await card(0)
  const { facts, limits, choices } = frozen.proposal
  expect(facts.steps[1]).toBe('Allow 0x3333…3333 to take 980 USD')
  expect(limits?.[1]?.facts.steps).toEqual(facts.steps.with(1, 'Allow 0x3333…3333 to take unlimited USD'))
  expect(choices.map(({ label }) => label)).toEqual([
    ...Array(3).fill('Approve 3 actions, with 980 USD only'),
    ...Array(3).fill('Approve 3 actions, with unlimited USD'),
  ])
  approve()
  await asked
  let state = { status: 100 }
  while (state.status === 100) state = (await ask('wallet_getCallsStatus', ['order-2'])) as typeof state
  expect(state.status).toBe(200)
  expect(await allowance()).toBe(parseEther('980'))
})

test('says that a transaction would fail, and blocks it unless the site set a gas limit', async () => {
  const { ask, card } = createRpcWallet(node)
  const asked = ask('eth_sendTransaction', [{ to: token, data: transfer(parseEther('5000')) }])
  const { frozen, refuse } = await card(0)
  expect(frozen.proposal).toMatchObject({ blocked: 'EXECUTION_REVERTED', isBlockExplained: true })
  expect(frozen.proposal.facts.notices[0]).toMatchObject({
    title: 'This would fail',
    text: expect.stringMatching(/transfer amount exceeds balance$/),
  })
  refuse()
  await expect(asked).rejects.toMatchObject({ number: 4001 })
  const anyway = ask('eth_sendTransaction', [{ to: token, data: transfer(parseEther('5000')), gas: '0x186a0' }])
  const second = await card(1)
  expect(second.frozen.proposal).toMatchObject({ blocked: null, choices: [{ label: 'Send anyway' }, {}, {}] })
  expect(second.frozen.proposal.facts.notices[0]?.text).toMatch(/You would lose the fee\.$/)
  second.approve()
  expect((await receiptOf(await anyway)).status).toBe('0x0')
})

test('blocks a transaction that sends more than the balance', async () => {
  const { ask, card } = createRpcWallet(node)
  const asked = ask('eth_sendTransaction', [{ to: friend, value: numberToHex(parseEther('100000')) }])
  const { frozen, refuse } = await card(0)
  expect(frozen.proposal.blocked).toBe('INSUFFICIENT_FUNDS')
  refuse()
  await expect(asked).rejects.toMatchObject({ number: 4001 })
})

test('replaces a pending transaction with the same nonce, and refuses a spent nonce', async () => {
  await rpc('evm_setAutomine', [false])
  try {
    const { ask, card } = createRpcWallet(node)
    const first = ask('eth_sendTransaction', [{ to: friend, value: '0x1' }])
    const slow = await card(0)
    slow.approve('low')
    const { nonce } = (await rpc('eth_getTransactionByHash', [await first])) as { nonce: Hex }
    const gasPrice = numberToHex(50_000_000_000n)
    const again = ask('eth_sendTransaction', [{ to: friend, value: '0x0', nonce, gasPrice }])
    const quick = await card(1)
    quick.approve()
    const hash = await again
    await rpc('evm_mine', [])
    expect((await receiptOf(hash)).status).toBe('0x1')
    await expect(ask('eth_sendTransaction', [{ to: friend, nonce }])).rejects.toMatchObject({ code: 'NONCE_TOO_LOW' })
  } finally {
    await rpc('evm_setAutomine', [true])
  }
})

test('simulates a transaction behind those that this wallet has sent and no block holds yet', async () => {
  const { ask, card } = createRpcWallet(node)
  const left = BigInt((await rpc('eth_call', [{ to: token, data: balanceData }, 'latest'])) as Hex)
  await rpc('evm_setAutomine', [false])
  try {
    const first = ask('eth_sendTransaction', [{ to: token, data: transfer(left - 3n) }])
    ;(await card(0)).approve()
    await first
    const second = ask('eth_sendTransaction', [{ to: token, data: transfer(2n), gas: '0x186a0' }])
    const shown = await card(1)
    expect(shown.frozen.proposal).toMatchObject({ kind: 'transfer', facts: { changes: [{ direction: 'out' }] } })
    shown.approve()
    await second
    // Alone this call would succeed, because the newest block still has the whole balance.
    const third = ask('eth_sendTransaction', [{ to: token, data: transfer(2n), gas: '0x186a0' }])
    const last = await card(2)
    expect(last.frozen.proposal.facts.notices[0]?.title).toBe('This would fail')
    last.refuse()
    await expect(third).rejects.toMatchObject({ number: 4001 })
    await rpc('evm_mine', [])
  } finally {
    await rpc('evm_setAutomine', [true])
    const back = encodeFunctionData({ abi, functionName: 'transfer', args: [evmAccount.address, left - 3n] })
    await rpc('anvil_impersonateAccount', [friend])
    await chain.send({ from: friend, to: token, data: back })
  }
})

test('doubts an estimate if the account has sent a transaction that this wallet does not know', async () => {
  const { ask, card } = createRpcWallet(node)
  await rpc('evm_setAutomine', [false])
  try {
    await rpc('eth_sendTransaction', [{ from: evmAccount.address, to: friend, value: '0x1' }])
    const asked = ask('eth_sendTransaction', [{ to: friend, value: '0x1' }])
    const { frozen, refuse } = await card(0)
    expect(frozen.proposal.kind).toBe('unknown')
    expect(frozen.proposal.facts.notices[0]?.title).toBe('Another transaction comes first')
    refuse()
    await expect(asked).rejects.toMatchObject({ number: 4001 })
    await rpc('evm_mine', [])
  } finally {
    await rpc('evm_setAutomine', [true])
  }
})

test('asks again with the old amount struck out if the effects changed before the click', async () => {
  const pool = await chain.deploy('SwitchedTrap', [token], 1_000n)
  const data = pool.encode('claim')
  await chain.send({
    to: token,
    data: encodeFunctionData({ abi, functionName: 'approve', args: [pool.address, maxUint256] }),
  })
  const { ask, card } = createRpcWallet(node, { listed: [usd()] })
  const asked = ask('eth_sendTransaction', [{ to: pool.address, data, gas: '0x186a0' }])
  const first = await card(0)
  expect(first.frozen.proposal.facts.changes).toMatchObject([
    { direction: 'in', amount: 'about +0.000000000000000001 ETH' },
  ])
  await pool.call('turn', [true])
  vi.setSystemTime(Date.now() + 13_000)
  try {
    first.approve()
    const second = await card(1)
    expect(second.frozen.proposal.facts.notices[0]?.title).toBe('This changed. Look again')
    expect(second.frozen.proposal.facts.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ direction: 'out', was: 'nothing' }),
        expect.objectContaining({ amount: 'nothing', was: 'about +0.000000000000000001 ETH' }),
      ]),
    )
    second.refuse()
    await expect(asked).rejects.toMatchObject({ number: 4001 })
  } finally {
    vi.useRealTimers()
  }
})

test('shows a bundle as one card, sends it call by call and reports its status', async () => {
  const { ask, card } = createRpcWallet(node)
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [friend, 5n] })
  const calls = [
    { to: token, data: approve },
    { to: token, data: transfer(7n) },
    { to: friend, value: '0x9' },
  ]
  const asked = ask('wallet_sendCalls', [{ version: '2.0.0', id: 'order-1', chainId: '0x7a69', calls }])
  const shown = await card(0)
  expect(shown.frozen.proposal.choices[0]).toMatchObject({ label: 'Approve 3 actions', payloads: { length: 3 } })
  expect(shown.frozen.proposal.facts.steps).toHaveLength(3)
  const twice = ask('wallet_sendCalls', [{ id: 'order-1', calls }])
  await expect(twice).rejects.toMatchObject({ code: 'DUPLICATE_BUNDLE_ID' })
  shown.approve()
  expect(await asked).toEqual({ id: 'order-1' })
  let state = { status: 100, receipts: [] as unknown[] }
  while (state.status === 100) state = (await ask('wallet_getCallsStatus', ['order-1'])) as typeof state
  expect(state).toMatchObject({ version: '2.0.0', status: 200, atomic: false, chainId: '0x7a69' })
  expect(state.receipts).toHaveLength(3)
  await expect(ask('wallet_sendCalls', [{ id: 'order-1', calls }])).rejects.toMatchObject({
    code: 'DUPLICATE_BUNDLE_ID',
  })
})

test.each([
  ['goes through', 3, null, { isDone: true, actions: { n: 3, done: 3 } }],
  ['fails at its second call', 3, 1, { isDone: false, actions: { n: 3, done: 1 } }],
  ['fails at its first call', 3, 0, { isDone: false, actions: { n: 3, done: 0 } }],
  ['has one call', 1, null, { isDone: true }],
])('follows a bundle that %s to its failed or last call', async (_, count, failing, end) => {
  const hashes: unknown[] = []
  const receipts: unknown[] = []
  const failingNode: NodeClient = {
    ask: async (chain, method, params) => {
      const answer = await node.ask(chain, method, params)
      if (method === 'eth_sendRawTransaction') hashes.push(answer)
      if (method === 'eth_getTransactionReceipt' && answer) receipts.push([params].flat()[0])
      const isFailed = failing !== null && [params].flat()[0] === hashes[failing]
      return method === 'eth_getTransactionReceipt' && answer && isFailed ? { ...answer, status: '0x0' } : answer
    },
  }
  const { ask, card, sent } = createRpcWallet(failingNode)
  const calls = Array.from({ length: count }, () => ({ to: friend, value: '0x1' }))
  const asked = ask('wallet_sendCalls', [{ calls }])
  ;(await card(0)).approve()
  await asked
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const found = await sent[0]?.readEnd()
  expect(hashes).toHaveLength(failing === null ? count : failing + 1)
  expect(sent[0]?.hash).toBe(hashes[0])
  expect(found).toEqual({ ...end, hash: hashes.at(-1) })
  // Each receipt is read once, although the panel, the next call and the list of past receivers need it.
  expect(receipts).toEqual(hashes)
})

test('a bundle whose second call cannot be sent ends with its first call', async () => {
  const sentOnce: NodeClient = {
    ask: async (chain, method, params) => {
      if (method === 'eth_sendRawTransaction' && isSent) throw toWalletError({ code: -32000, message: 'refused' })
      isSent ||= method === 'eth_sendRawTransaction'
      return node.ask(chain, method, params)
    },
  }
  let isSent = false
  const { ask, card, sent } = createRpcWallet(sentOnce)
  const calls = Array.from({ length: 3 }, () => ({ to: friend, value: '0x1' }))
  const asked = ask('wallet_sendCalls', [{ calls }])
  ;(await card(0)).approve()
  await asked
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(await sent[0]?.readEnd()).toMatchObject({ isDone: false, actions: { n: 3, done: 1 } })
})

test('the card of a call that was not simulated says so, and is shown in the wallet window', async () => {
  const bare: NodeClient = {
    ask: async (chain, method, params) => {
      if (/simulate|debug/.test(method)) throw toWalletError({ code: -32601, message: 'Method not found' })
      return node.ask(chain, method, params)
    },
  }
  const { ask, card } = createRpcWallet(bare)
  const asked = ask('eth_sendTransaction', [{ to: token, data: '0x12345678', gas: '0x186a0' }])
  const { frozen, refuse } = await card(0)
  expect(frozen.proposal.kind).toBe('unknown')
  expect(frozen.proposal.facts.notices.map(({ title }) => title)).toEqual([
    'Not simulated',
    'We cannot say what this does',
  ])
  expect(frozen.proposal.facts.changes.at(-1)).toMatchObject({ name: 'Anything else', amount: 'Unknown' })
  refuse()
  await expect(asked).rejects.toMatchObject({ number: 4001 })
})

test('says of a sent payment to a receiver of the site how much it is and who gets it', async () => {
  const site = {
    name: 'Slow Mornings',
    receivers: [{ name: 'Slow Mornings, till', account: `eip155:31337:${friend}` }],
  }
  const sentBy = async (request: object, sites: RpcSurroundings['sites'] = [{ origin: hostOrigin, ...site }]) => {
    const { ask, card, sent } = createRpcWallet(node, { sites, listed: [usd()] })
    const asked = ask('eth_sendTransaction', [{ from: evmAccount.address, ...request }])
    await (await card(0)).approve('normal')
    await receiptOf(await asked)
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    return sent[0]?.payment
  }
  const receiver = 'Slow Mornings, till'
  expect(await sentBy({ to: friend, value: '0x1' })).toEqual({ amount: '0.000000000000000001 ETH', receiver })
  expect(await sentBy({ to: token, data: transfer(parseEther('2')) })).toEqual({ amount: '2 USD', receiver })
  expect(await sentBy({ to: friend, value: '0x1' }, [])).toBeUndefined()
  expect(await sentBy({ to: evmAccount.address, value: '0x1' })).toBeUndefined()
})
