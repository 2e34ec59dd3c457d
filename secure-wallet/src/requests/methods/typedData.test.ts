import { recoverTypedDataAddress } from 'viem'
import { expect, test } from 'vitest'
import { typedData } from '../../../test/corpus/shape.ts'
import { createRpcWallet, evmAccount, nodeWithAnswers } from '../../../test/rpcScope.ts'

const me = evmAccount.address
const spender = '0x91cE02Ba7746F0dd85A3e1F6bC2407D95e8A3f10'
/** It begins and ends like the spender. */
const twin = '0x91c0000000000000000000000000000000000f10'
const token = '0x2222222222222222222222222222222222222222'
const nonce = `0x${'5a'.repeat(32)}`
const permit = typedData(
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: token },
  { owner: me, spender, value: '5', nonce: '0', deadline: '1900000000' },
)
const payment = typedData(
  'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
  { name: 'USD Coin', version: '2', chainId: 31337, verifyingContract: token },
  { from: me, to: spender, value: '5', validAfter: '0', validBefore: '1900000000', nonce },
)
const send = typedData(
  'HyperliquidTransaction:UsdSend(string hyperliquidChain,string destination,string amount,uint64 time)',
  { name: 'HyperliquidSignTransaction', version: '1', chainId: 31337, verifyingContract: `0x${'0'.repeat(40)}` },
  { hyperliquidChain: 'Mainnet', destination: spender.toLowerCase(), amount: '5', time: '1' },
)

const listedToken = { address: token, name: 'USD Coin', symbol: 'USDC', decimals: 6 }

const open = async (data: object, { known = [] as string[], node = {}, listed = [listedToken] } = {}) => {
  const wallet = createRpcWallet(nodeWithAnswers(node), { listed })
  await wallet.recipients.add(known)
  const asked = wallet.ask('eth_signTypedData_v4', [me, data])
  const card = await wallet.card(0)
  return { ...card, asked, titles: card.frozen.proposal.facts.notices.map(({ tone, title }) => `${tone}: ${title}`) }
}

test('signs exactly the typed data that the card shows', async () => {
  const { asked, approve, frozen } = await open({ ...permit, message: { ...permit.message, unsigned: 'x' } })
  approve()
  const shown = JSON.parse(frozen.proposal.facts.raw)
  expect(await recoverTypedDataAddress({ ...shown, signature: (await asked) as `0x${string}` })).toBe(me)
})

test.each([
  ['a permit', permit],
  ['a payment', payment],
])('warns of a look-alike address in %s', async (_name, data) => {
  const { titles, refuse, asked } = await open(data, { known: [twin] })
  expect(titles).toContain('danger: A look-alike address')
  refuse()
  await expect(asked).rejects.toMatchObject({ number: 4001 })
})

test.each([
  ['the address itself is known', permit, [twin, spender]],
  ['no known address is like it', permit, []],
])('warns of no look-alike address if %s', async (_name, data, known) => {
  expect((await open(data, { known })).titles).toEqual(['danger: Signing this lets them take your tokens'])
})

test('never takes the own account for a look-alike address', async () => {
  const ownTwin = `${me.slice(0, 5)}${'0'.repeat(34)}${me.slice(-3)}`
  expect((await open(permit, { known: [ownTwin] })).titles).not.toContain('danger: A look-alike address')
})

test.each([
  ['a payment', payment],
  ['a payment at a protocol', send],
])('warns of a new recipient of %s, and of no known one', async (_name, data) => {
  const warning = 'warn: New recipient'
  expect((await open(data)).titles).toEqual([warning])
  expect((await open(data, { known: [spender.toLowerCase()] })).titles).toEqual([])
})

test('warns of a domain whose name could be taken for another', async () => {
  const { titles } = await open({ ...permit, domain: { ...permit.domain, name: 'U\u0405D Coin' } })
  expect(titles.filter((title) => title === 'warn: A confusable name')).toHaveLength(1)
})

test('warns of a token that no list names, and of one with the name of a listed token', async () => {
  const symbol = `0x${'20'.padStart(64, '0')}${'4'.padStart(64, '0')}${Buffer.from('USDC').toString('hex').padEnd(64, '0')}`
  expect((await open(permit, { listed: [] })).titles).toContain('warn: An unknown token')
  const elsewhere = { ...listedToken, address: spender }
  const { titles, frozen } = await open(permit, { listed: [elsewhere], node: { eth_call: symbol } })
  expect(titles).toContain('danger: It is not USDC')
  expect(frozen.proposal.facts.title).not.toContain('USDC')
})

test('shows the signed values of an unknown form in the order of their types, each below its struct', async () => {
  const order = typedData(
    'Order(Side give,Side[] take)Side(address token,uint256 amount)',
    { name: 'Market', version: '1', chainId: 31337 },
    { give: { token, amount: '5' }, take: [{ token: spender, amount: '7' }] },
  )
  const { frozen } = await open(order)
  expect(frozen.proposal.facts.tree.map(({ depth, label, value }) => [depth, label, value])).toEqual([
    [0, 'give', null],
    [1, 'token', token],
    [1, 'amount', '5'],
    [0, 'take', null],
    [1, '0', null],
    [2, 'token', spender],
    [2, 'amount', '7'],
  ])
})
