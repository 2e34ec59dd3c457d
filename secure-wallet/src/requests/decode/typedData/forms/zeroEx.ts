import { type Address, isAddressEqual } from 'viem'
import { domainTypes, endOf, erc20, erc20OrNative, isNobody, type TypedDataForm, type Understood } from '../form.ts'

const domain: TypedDataForm['domain'] = {
  types: [domainTypes.whole],
  names: ['ZeroEx'],
  versions: ['1.0.0'],
  contracts: [
    '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
    '0xDEF1ABE32c034e558Cdd535791643C58a13aCC10',
    '0xDEF189DeAEF76E379df891899eb5A00a94cBC250',
  ],
}

type Sides = {
  makerToken: Address
  takerToken: Address
  makerAmount: bigint
  takerAmount: bigint
  maker: Address
  taker: Address
}

const read = (order: Sides, expiry: bigint, account: Address): Understood | null =>
  isAddressEqual(order.maker, account)
    ? {
        deed: 'order',
        protocol: '0x',
        orders: [
          {
            gives: [{ asset: erc20(order.makerToken), amount: order.makerAmount }],
            gets: [{ asset: erc20OrNative(order.takerToken), amount: order.takerAmount }],
            until: endOf(expiry),
            ...(!isNobody(order.taker) && { taker: order.taker }),
          },
        ],
      }
    : null

const amounts = 'address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount'

/** Limit orders and RFQ orders of the 0x protocol, version 4. The taker pays the fees. */
export const zeroExOrder: TypedDataForm = {
  types: [
    `LimitOrder(${amounts},uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)`,
    `RfqOrder(${amounts},address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)`,
  ],
  domain,
  read: ({ expiry, ...order }: Sides & { expiry: bigint }, { account }) => read(order, expiry, account),
}

/** An order between two parties. The upper 64 bits of `expiryAndNonce` are its end. */
export const zeroExOtcOrder: TypedDataForm = {
  types: [`OtcOrder(${amounts},address maker,address taker,address txOrigin,uint256 expiryAndNonce)`],
  domain,
  read: ({ expiryAndNonce, ...order }: Sides & { expiryAndNonce: bigint }, { account }) =>
    read(order, expiryAndNonce >> 192n, account),
}
