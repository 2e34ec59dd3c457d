import { type Address, isAddressEqual } from 'viem'
import { domainTypes, erc20, erc20OrNative, isNobody, type TypedDataForm } from '../form.ts'

const domain: TypedDataForm['domain'] = {
  types: [domainTypes.whole],
  names: ['Gnosis Protocol'],
  versions: ['v2'],
  contracts: ['0x9008D19f58AAbD9eD0D60971565AA8510560ab41'],
}

type CowOrder = {
  sellToken: Address
  buyToken: Address
  receiver: Address
  sellAmount: bigint
  buyAmount: bigint
  validTo: bigint
  feeAmount: bigint
  kind: string
}

/** CoW Protocol. A receiver of zero is the account itself. */
export const cowOrder: TypedDataForm = {
  types: [
    'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
  ],
  domain,
  read: ({ sellToken, buyToken, receiver, ...order }: CowOrder, { account }) => {
    if (order.kind !== 'sell' && order.kind !== 'buy') return null
    const isOwn = isNobody(receiver) || isAddressEqual(receiver, account)
    return {
      deed: 'order',
      protocol: 'CoW Protocol',
      orders: [
        {
          gives: [{ asset: erc20(sellToken), amount: order.sellAmount + order.feeAmount }],
          gets: isOwn ? [{ asset: erc20OrNative(buyToken), amount: order.buyAmount }] : [],
          until: order.validTo,
          ...(!isOwn && { receiver }),
        },
      ],
    }
  },
}

export const cowCancellation: TypedDataForm = {
  types: ['OrderCancellations(bytes[] orderUids)', 'OrderCancellation(bytes orderUid)'],
  domain,
  read: () => ({ deed: 'statement', what: 'cancel', protocol: 'CoW Protocol', facts: [] }),
}
