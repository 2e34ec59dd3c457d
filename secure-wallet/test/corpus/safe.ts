import { type Address, concat, encodeFunctionData, type Hex, size, toHex } from 'viem'
import { abi, allowed, approve, ether, pay, safe, sent, usdc, zero } from './calldata.ts'
import { type CorpusRow, type Domain, friend, me, permission, stranger, typedRow, unknown } from './shape.ts'

/** Transactions of a Safe, by the types of `safe-global/safe-smart-account` and the addresses of its deployments. */
/** One part of a call of MultiSend: the operation, the target, the value, the length of the data, and the data. */
const part = (operation: number, to: Address, value: bigint, data: Hex): Hex =>
  concat([toHex(operation, { size: 1 }), to, toHex(value, { size: 32 }), toHex(size(data), { size: 32 }), data])
const multiSendOf = (...parts: Hex[]): Hex =>
  encodeFunctionData({ abi, functionName: 'multiSend', args: [concat(parts)] })
const multiSend: Address = '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D'

const safeMembers = (gas: string): string =>
  `SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,uint256 ${gas},uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)`
export const safeTx = (
  more: object = {},
  domain: Domain = { chainId: 1, verifyingContract: safe },
): [string, Domain, object] => [
  safeMembers('baseGas'),
  domain,
  {
    ...{ to: usdc, value: 0, data: pay(), operation: 0, safeTxGas: 0, baseGas: 0, gasPrice: 0 },
    ...{ gasToken: zero, refundReceiver: zero, nonce: 3, ...more },
  },
]
const control = (title: string, data: Hex): CorpusRow =>
  typedRow(title, safeTx({ to: safe, data }), permission('Hand over control of 0x7A2f…c36e?', 'may take Unknown'))

export const safeRows: readonly CorpusRow[] = [
  typedRow('a Safe sends a token', safeTx(), sent),
  typedRow(
    'a Safe sends the coin',
    safeTx({ to: friend, value: ether, data: '0x' }),
    permission('Send 1 ETH', '−1 ETH'),
  ),
  typedRow('a Safe of version 1.2, whose domain names no network', safeTx({}, { verifyingContract: safe }), sent, {
    chain: 'eip155:1',
  }),
  typedRow(
    'a Safe of version 0.1',
    [safeMembers('dataGas'), { verifyingContract: safe }, { ...safeTx()[2], dataGas: 0 }],
    sent,
  ),
  typedRow(
    'a Safe on Polygon',
    safeTx({ to: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' }, { chainId: 137, verifyingContract: safe }),
    sent,
  ),
  typedRow('a Safe gives an allowance', safeTx({ data: approve() }), allowed),
  typedRow(
    'a Safe rejects a transaction by a payment of nothing to itself',
    safeTx({ to: safe, data: '0x' }),
    permission('Send 0 ETH', '−0 ETH'),
  ),
  control(
    'a Safe adds an owner',
    encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [stranger, 1n] }),
  ),
  control(
    'a Safe removes an owner',
    encodeFunctionData({ abi, functionName: 'removeOwner', args: [me, stranger, 1n] }),
  ),
  control('a Safe changes its threshold', encodeFunctionData({ abi, functionName: 'changeThreshold', args: [1n] })),
  control('a Safe gets a module', encodeFunctionData({ abi, functionName: 'enableModule', args: [stranger] })),
  control('a Safe gets a guard', encodeFunctionData({ abi, functionName: 'setGuard', args: [stranger] })),
  typedRow(
    'a Safe makes two payments by MultiSend',
    safeTx({ to: multiSend, operation: 1, data: multiSendOf(part(0, usdc, 0n, pay()), part(0, friend, ether, '0x')) }),
    permission('Approve 2 actions', '−5 USDC', '−1 ETH'),
  ),
  typedRow(
    'a Safe gives an allowance and pays by MultiSend',
    safeTx({
      to: '0x9641d764fc13c8B624c04430C7356C1C7C8102e2',
      operation: 1,
      data: multiSendOf(part(0, usdc, 0n, approve()), part(0, usdc, 0n, pay())),
    }),
    permission('Approve 2 actions', 'may take up to 5 USDC', '−5 USDC', 'may take Unknown'),
  ),
  typedRow('a Safe makes a call that nobody can read', safeTx({ data: '0x12345678' }), unknown()),
  typedRow('a Safe runs foreign code', safeTx({ to: stranger, operation: 1 }), unknown()),
  typedRow(
    'a Safe runs foreign code by MultiSend',
    safeTx({ to: multiSend, operation: 1, data: multiSendOf(part(1, stranger, 0n, pay())) }),
    unknown(),
  ),
  typedRow('a Safe pays its sender a refund', safeTx({ gasPrice: 1 }), unknown()),
  typedRow('a Safe pays a refund to somebody', safeTx({ gasPrice: 1, refundReceiver: friend }), unknown()),
  typedRow(
    'the right to propose transactions of a Safe',
    [
      'Delegate(address delegateAddress,uint256 totp)',
      { name: 'Safe Transaction Service', version: '1.0', chainId: 1 },
      { delegateAddress: friend, totp: 478_000 },
    ],
    permission('Let 0x2361…1E8f propose transactions for your Safe?'),
  ),
]
