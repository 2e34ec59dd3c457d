import type { JsonRpcRequest } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { exactAmount, parseQuantity } from './amount.ts'

/** The deed that a request asks the visitor for. `amount`: decimal text in the network's own currency. */
type Deed = { name: 'pay'; amount: string; symbol: string } | { name: 'send' | 'sign' | 'network' | 'answer' }

type Currency = { symbol: string; decimals: number }

/**
 * Names what a request asks for, as far as its parameters say it without a node. The visitor decides on what the wallet
 * shows.
 */
export const readDeed = ({ method, params }: JsonRpcRequest, currency: Currency | undefined): Deed => {
  if (method === 'eth_sendTransaction') {
    const { value, data, input } = Object(Object(params)[0])
    const units = parseQuantity(value)
    if (currency && units && [data, input].every((each) => each === undefined || each === '0x'))
      return { name: 'pay', amount: exactAmount(units, currency.decimals), symbol: currency.symbol }
  }
  if (/transaction|sendCalls|userOperation|transfer|psbt|sign(?:Direct|Amino)/i.test(method)) return { name: 'send' }
  if (/switch|addEthereumChain|addNetwork/i.test(method)) return { name: 'network' }
  return { name: /sign/i.test(method) ? 'sign' : 'answer' }
}
