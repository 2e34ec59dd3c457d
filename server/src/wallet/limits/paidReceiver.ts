import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { NetworkNodes } from '../../rpc/nodes.ts'

const hex = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text.toLowerCase()),
)
/** A number of at most 256 bits. */
const quantity = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{1,64}$/))
const transactionSchema = v.object({ from: hex, to: v.nullable(hex), value: quantity, input: hex })
const receiptSchema = v.object({
  status: quantity,
  logs: v.array(v.object({ address: hex, topics: v.array(hex), data: hex })),
})

/** The call `transfer(address,uint256)` with its exact length. */
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * Finds the receiver of a confirmed transfer by `account`. Null for any other transaction: logs alone prove nothing,
 * because every contract can write a transfer from every address into its logs.
 */
export const findPaidReceiver = async (
  nodes: NetworkNodes,
  { hash, account, tokens }: { hash: string; account: string; tokens: readonly ListedToken[] },
  signal: AbortSignal,
): Promise<string | null> => {
  const answers = await nodes.ask(
    [
      { id: 0, method: 'eth_getTransactionByHash', params: [hash] },
      { id: 1, method: 'eth_getTransactionReceipt', params: [hash] },
    ],
    signal,
  )
  const [first, second] = answers.map((answer) => ('result' in answer ? answer.result : null))
  const transaction = v.safeParse(transactionSchema, first)
  const receipt = v.safeParse(receiptSchema, second)
  if (!transaction.success || !receipt.success || BigInt(receipt.output.status) !== 1n) return null
  const { from, to, value, input } = transaction.output
  if (from !== account || to === null) return null
  const receiver = input === '0x' ? coinReceiver(to, value) : tokenReceiver(to, input, tokens, receipt.output, account)
  return receiver === account ? null : receiver
}

const coinReceiver = (to: string, value: string): string | null => (BigInt(value) > 0n ? to : null)

const tokenReceiver = (
  to: string,
  input: string,
  tokens: readonly ListedToken[],
  { logs }: v.InferOutput<typeof receiptSchema>,
  account: string,
): string | null => {
  const [, receiver, amount] = transferCall.exec(input) ?? []
  if (!receiver || !amount || BigInt(`0x${amount}`) === 0n) return null
  if (!tokens.some(({ address }) => address.toLowerCase() === to)) return null
  const topics = [transferTopic, ...[account.slice(2), receiver].map((address) => `0x${address.padStart(64, '0')}`)]
  const isMoved = logs.some((log) => log.address === to && log.topics.join(' ') === topics.join(' '))
  return isMoved ? `0x${receiver}` : null
}
