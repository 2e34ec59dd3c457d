import { type Address, type Hex, isAddressEqual } from 'viem'
import type { TransactionCall } from '../../action.ts'
import { decodeCalls } from '../../calldata.ts'
import { domainTypes, type FormContext, type TypedDataForm, type Understood } from '../form.ts'

/** A call that a relayer sends to a contract, which takes the account for its sender. */
export const forwarded = (
  call: TransactionCall,
  useBefore: bigint | null,
  { account }: FormContext,
): Understood | null =>
  isAddressEqual(call.from, account)
    ? {
        deed: 'execute',
        from: account,
        calls: [call],
        actions: decodeCalls([call]),
        isUnreadable: false,
        facts: useBefore === null ? [] : [{ label: 'useBefore', value: useBefore }],
      }
    : null

type ForwardRequest = {
  from: Address
  to: Address
  value: bigint
  data: Hex
  deadline?: bigint
  validUntilTime?: bigint
  chainid?: bigint
}
const start = 'address from,address to,uint256 value,uint256 gas,uint256 nonce'
const relayData =
  'RelayData(uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 transactionCalldataGasUsed,address relayWorker,address paymaster,address forwarder,bytes paymasterData,uint256 clientId)'

/** ERC-2771 with the forwarders of OpenZeppelin (4 and 5), thirdweb, ERC-2770 and OpenGSN. */
export const forwardRequest: TypedDataForm = {
  types: [
    `ForwardRequest(${start},bytes data)`,
    `ForwardRequest(${start},uint48 deadline,bytes data)`,
    `ForwardRequest(${start},bytes data,uint256 chainid)`,
    `ForwardRequest(${start},bytes data,uint256 validUntilTime)`,
    `RelayRequest(${start},bytes data,uint256 validUntilTime,RelayData relayData)${relayData}`,
  ],
  domain: { types: [domainTypes.whole] },
  read: ({ from, to, value, data, deadline, validUntilTime }: ForwardRequest, context) =>
    forwarded({ from, to, value, data }, deadline ?? validUntilTime ?? null, context),
}

type GelatoRequest = { chainId: bigint; target: Address; data: Hex; user: Address; userDeadline: bigint }
const gelato = (unique: string): string =>
  `(uint256 chainId,address target,bytes data,address user,${unique},uint256 userDeadline)`

/** Gelato's relay. Its message names the network once more. */
export const gelatoRequest: TypedDataForm = {
  types: ['SponsoredCallERC2771', 'CallWithSyncFeeERC2771'].flatMap((name) => [
    `${name}${gelato('uint256 userNonce')}`,
    `${name.replace('ERC2771', 'ConcurrentERC2771')}${gelato('bytes32 userSalt')}`,
  ]),
  domain: { types: [domainTypes.whole] },
  read: ({ chainId, target, data, user, userDeadline }: GelatoRequest, context) =>
    chainId === context.domain.chainId
      ? forwarded({ from: user, to: target, value: 0n, data }, userDeadline, context)
      : null,
}

type BiconomyRequest = { from: Address; to: Address; deadline: bigint; data: Hex; tokenGasPrice: bigint }

/** Biconomy's forwarder. A gas price would let the relayer take tokens for its costs. */
export const biconomyRequest: TypedDataForm = {
  types: [
    'ERC20ForwardRequest(address from,address to,address token,uint256 txGas,uint256 tokenGasPrice,uint256 batchId,uint256 batchNonce,uint256 deadline,bytes data)',
  ],
  domain: { types: [domainTypes.whole, domainTypes.salted] },
  read: ({ from, to, deadline, data, tokenGasPrice }: BiconomyRequest, context) =>
    tokenGasPrice === 0n ? forwarded({ from, to, value: 0n, data }, deadline, context) : null,
}
