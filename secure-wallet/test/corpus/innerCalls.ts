import { type Address, concat, encodeAbiParameters, encodeFunctionData, type Hex, pad, parseAbi, toHex } from 'viem'
import { abi, allowed, approve, ether, pay, safe, sent, until, usdc, zero } from './calldata.ts'
import { type CorpusRow, type Domain, friend, me, permission, stranger, typedRow, unknown } from './shape.ts'

/**
 * Typed data with a call in it: ERC-4337 and ERC-7579, ERC-2771 and ERC-2770, OpenGSN, Gelato, Biconomy, Polygon's
 * meta-transactions, and transactions of ZKsync.
 */
const userOpType =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)'
const execute = parseAbi(['function execute(address dest, uint256 value, bytes func)'])
const execute7579 = parseAbi(['function execute(bytes32 mode, bytes executionCalldata)'])
const executeArrays = parseAbi(['function executeBatch(address[] dest, uint256[] value, bytes[] func)'])
const executeBatch6 = parseAbi(['function executeBatch(address[] dest, bytes[] func)'])
export const userOp = (
  callData: Hex,
  more: object = {},
  contract = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
): [string, Domain, object] => [
  userOpType,
  { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: contract },
  {
    ...{
      sender: safe,
      nonce: 1,
      initCode: '0x',
      callData,
      accountGasLimits: `0x${'01'.repeat(32)}`,
      preVerificationGas: 5,
    },
    ...{ gasFees: `0x${'01'.repeat(32)}`, paymasterAndData: '0x', ...more },
  },
]
export const callOf = (to: Address, value: bigint, data: Hex): Hex =>
  encodeFunctionData({ abi: execute, functionName: 'execute', args: [to, value, data] })
export const modeOf = (kind: string, execution: Hex): Hex =>
  encodeFunctionData({
    abi: execute7579,
    functionName: 'execute',
    args: [pad(kind as Hex, { dir: 'right' }), execution],
  })
const listed = (calls: { target: Address; value: bigint; callData: Hex }[]): Hex =>
  encodeAbiParameters(
    [
      {
        type: 'tuple[]',
        components: [
          { name: 'target', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'callData', type: 'bytes' },
        ],
      },
    ],
    [calls],
  )
const calls = [
  { target: usdc, value: 0n, callData: pay() },
  { target: friend, value: ether, callData: '0x' as Hex },
]
const both = permission('Approve 2 actions', '−5 USDC', '−1 ETH')
const operations: CorpusRow[] = [
  typedRow('a user operation with one call', userOp(callOf(usdc, 0n, pay())), sent),
  typedRow(
    'a user operation with entry point 0.9',
    userOp(callOf(usdc, 0n, pay()), {}, '0x433709009B8330FDa32311DF1C2AFA402eD8D009'),
    sent,
  ),
  typedRow(
    'a user operation with a sponsor',
    userOp(callOf(usdc, 0n, pay()), { paymasterAndData: `0x${'ab'.repeat(52)}` }),
    sent,
  ),
  typedRow('a user operation with the coin', userOp(callOf(friend, ether, '0x')), permission('Send 1 ETH', '−1 ETH')),
  typedRow('a user operation with an allowance', userOp(callOf(usdc, 0n, approve())), allowed),
  typedRow(
    'a user operation with two calls',
    userOp(
      encodeFunctionData({
        abi,
        functionName: 'executeBatch',
        args: [calls.map(({ target, value, callData: data }) => ({ target, value, data }))],
      }),
    ),
    both,
  ),
  typedRow(
    'a user operation with lists of calls',
    userOp(
      encodeFunctionData({
        abi: executeArrays,
        functionName: 'executeBatch',
        args: [
          [usdc, friend],
          [0n, ether],
          [pay(), '0x'],
        ],
      }),
    ),
    both,
  ),
  typedRow(
    'a user operation with the lists of entry point 0.6',
    userOp(
      encodeFunctionData({
        abi: executeBatch6,
        functionName: 'executeBatch',
        args: [
          [usdc, usdc],
          [pay(), pay()],
        ],
      }),
    ),
    permission('Approve 2 actions', '−5 USDC', '−5 USDC'),
  ),
  typedRow(
    'a user operation of ERC-7579 with one call',
    userOp(modeOf('0x00', concat([usdc, toHex(0n, { size: 32 }), pay()]))),
    sent,
  ),
  typedRow(
    'a user operation of ERC-7579 without data',
    userOp(modeOf('0x00', concat([friend, toHex(ether, { size: 32 })]))),
    permission('Send 1 ETH', '−1 ETH'),
  ),
  typedRow('a user operation of ERC-7579 with two calls', userOp(modeOf('0x01', listed(calls))), both),
  typedRow('a user operation that runs foreign code', userOp(modeOf('0xff', concat([stranger, pay()]))), unknown()),
  typedRow('a user operation of an account that nobody knows', userOp('0x12345678'), unknown()),
]

const safeOpMembers = (limits: string): string =>
  `SafeOp(address safe,uint256 nonce,bytes initCode,bytes callData,${limits},bytes paymasterAndData,uint48 validAfter,uint48 validUntil,address entryPoint)`
const safeOpType7 = safeOpMembers(
  'uint128 verificationGasLimit,uint128 callGasLimit,uint256 preVerificationGas,uint128 maxPriorityFeePerGas,uint128 maxFeePerGas',
)
const safeOpType6 = safeOpMembers(
  'uint256 callGasLimit,uint256 verificationGasLimit,uint256 preVerificationGas,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas',
)
const executeOp = (operation: number): Hex =>
  encodeFunctionData({ abi, functionName: 'executeUserOp', args: [usdc, 0n, pay(), operation] })
export const safeOp = (
  callData: Hex = executeOp(0),
  contract = '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  type = safeOpType7,
): [string, Domain, object] => [
  type,
  { chainId: 1, verifyingContract: contract },
  {
    ...{ safe, nonce: 1, initCode: '0x', callData, verificationGasLimit: 1, callGasLimit: 1, preVerificationGas: 1 },
    ...{ maxPriorityFeePerGas: 1, maxFeePerGas: 1, paymasterAndData: '0x', validAfter: 0, validUntil: 0 },
    entryPoint: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
  },
]
const safeOps: CorpusRow[] = [
  typedRow('an operation of a Safe with entry point 0.7', safeOp(), sent),
  typedRow(
    'an operation of a Safe with entry point 0.6',
    safeOp(executeOp(0), '0xa581c4A4DB7175302464fF3C06380BC3270b4037', safeOpType6),
    sent,
  ),
  typedRow('an operation of a Safe that runs foreign code', safeOp(executeOp(1)), unknown()),
]

const start = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'
const domain = { name: 'MinimalForwarder', version: '0.0.1', chainId: 1, verifyingContract: stranger }
const request = { from: me, to: usdc, value: 0, gas: 100_000, nonce: 0, data: pay() }
export const forward = (more: object = {}): [string, Domain, object] => [
  `ForwardRequest(${start},bytes data)`,
  domain,
  { ...request, ...more },
]
const gelato = (name: string, unique: string): [string, Domain, object] => [
  `${name}(uint256 chainId,address target,bytes data,address user,${unique},uint256 userDeadline)`,
  {
    name: 'GelatoRelay1BalanceERC2771',
    version: '1',
    chainId: 1,
    verifyingContract: '0xd8253782c45a12053594b9deB72d8e8aB2Fca54c',
  },
  {
    chainId: 1,
    target: usdc,
    data: pay(),
    user: me,
    userNonce: 0,
    userSalt: `0x${'01'.repeat(32)}`,
    userDeadline: until,
  },
]
const relayData =
  'RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)'
const biconomy = { token: zero, txGas: 1, tokenGasPrice: 0, batchId: 0, batchNonce: 0, deadline: until }
const polUsdc = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'
export const metaTx = (more: object = {}, salt = 137): [string, Domain, object] => [
  'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
  { name: 'USD Coin (PoS)', version: '1', verifyingContract: polUsdc, salt: toHex(salt, { size: 32 }) },
  { nonce: 0, from: me, functionSignature: pay(), ...more },
]
const onPolygon = { chain: 'eip155:137' }
const sentE = permission('Send 5 USDC.e', '−5 USDC.e')
const relayed: CorpusRow[] = [
  typedRow('a forward request of OpenZeppelin 4', forward(), sent),
  typedRow(
    'a forward request of OpenZeppelin 5',
    [
      `ForwardRequest(${start},uint48 deadline,bytes data)`,
      { ...domain, name: 'ERC2771Forwarder', version: '1' },
      { ...request, deadline: until },
    ],
    sent,
  ),
  typedRow(
    'a forward request of thirdweb',
    [
      `ForwardRequest(${start},bytes data,uint256 chainid)`,
      { ...domain, name: 'GSNv2 Forwarder' },
      { ...request, chainid: 1 },
    ],
    sent,
  ),
  typedRow(
    'a forward request of ERC-2770',
    [`ForwardRequest(${start},bytes data,uint256 validUntilTime)`, domain, { ...request, validUntilTime: until }],
    sent,
  ),
  typedRow('a forward request with an allowance', forward({ data: approve() }), allowed),
  typedRow(
    'a forward request with the coin',
    forward({ to: friend, value: ether, data: '0x' }),
    permission('Send 1 ETH', '−1 ETH'),
  ),
  typedRow('a forward request that nobody can read', forward({ data: '0xdeadbeef' }), unknown()),
  typedRow(
    'a request of OpenGSN',
    [
      `RelayRequest(${start},bytes data,uint256 validUntilTime,RelayData relayData)${relayData}`,
      { ...domain, name: 'GSN Relayed Transaction', version: '3' },
      {
        ...{ ...request, validUntilTime: until },
        relayData: {
          maxFeePerGas: 1,
          maxPriorityFeePerGas: 1,
          transactionCalldataGasUsed: 1,
          relayWorker: stranger,
          paymaster: stranger,
          forwarder: stranger,
          paymasterData: '0x',
          clientId: 1,
        },
      },
    ],
    sent,
  ),
  ...['SponsoredCallERC2771', 'CallWithSyncFeeERC2771'].map((name) =>
    typedRow(`a request of Gelato: ${name}`, gelato(name, 'uint256 userNonce'), sent),
  ),
  ...['SponsoredCallConcurrentERC2771', 'CallWithSyncFeeConcurrentERC2771'].map((name) =>
    typedRow(`a request of Gelato: ${name}`, gelato(name, 'bytes32 userSalt'), sent),
  ),
  typedRow(
    'a request of Biconomy',
    [
      'ERC20ForwardRequest(address from,address to,address token,uint256 txGas,uint256 tokenGasPrice,uint256 batchId,uint256 batchNonce,uint256 deadline,bytes data)',
      { name: 'Biconomy Forwarder', version: '1', verifyingContract: stranger, salt: toHex(137, { size: 32 }) },
      { from: me, to: polUsdc, ...biconomy, data: pay() },
    ],
    sentE,
    onPolygon,
  ),
  typedRow('a meta-transaction of a bridged token', metaTx(), sentE, onPolygon),
  typedRow(
    'a meta-transaction with an allowance',
    metaTx({ functionSignature: approve() }),
    permission('Allow 0x91cE…3f10 to spend 5 USDC.e', 'may take up to 5 USDC.e', 'may take Unknown'),
    onPolygon,
  ),
  typedRow(
    'a transaction of ZKsync',
    [
      'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)',
      { name: 'zkSync', version: '2', chainId: 324 },
      {
        ...{
          txType: 113,
          from: BigInt(me),
          to: BigInt(friend),
          gasLimit: 1,
          gasPerPubdataByteLimit: 50_000,
          maxFeePerGas: 1,
          maxPriorityFeePerGas: 0,
        },
        ...{ paymaster: 0, nonce: 1, value: ether, data: '0x', factoryDeps: [], paymasterInput: '0x' },
      },
    ],
    permission('Send 1 ETH', '−1 ETH'),
  ),
]

export const innerCallRows: readonly CorpusRow[] = [...operations, ...safeOps, ...relayed]
