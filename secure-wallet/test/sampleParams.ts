import { base58, base64 } from '@scure/base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { evmAccount, nodeWithAnswers, solanaAddress } from './rpcScope.ts'

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
/** A node that answers every call that the wallet makes before it shows the card of a request. */
export const answeringNode = nodeWithAnswers({
  eth_getTransactionCount: '0x1',
  eth_getBalance: '0xde0b6b3a7640000',
  eth_gasPrice: '0x1',
  eth_estimateGas: '0x5208',
  eth_call: word(18n),
  eth_sendRawTransaction: '0x00',
})

const friend = base58.encode(new Uint8Array(32).fill(8))
const payer = new PublicKey(solanaAddress)
const transfer = new Transaction({ feePayer: payer, recentBlockhash: friend }).add(
  SystemProgram.transfer({ fromPubkey: payer, toPubkey: new PublicKey(friend), lamports: 1 }),
)
const transaction = base64.encode(
  new Uint8Array(transfer.serialize({ requireAllSignatures: false, verifySignatures: false })),
)
const typedData = {
  domain: { chainId: 31337 },
  primaryType: 'Note',
  types: { Note: [{ name: 'text', type: 'string' }] },
  message: { text: 'hi' },
}
/**
 * Params of every kind. They include valid params for each method, so that the wallet does not refuse every call early.
 */
export const sampleParams: unknown[] = [
  ...[undefined, null, true, 0, -1, 1e21, '', 'text', '0x', '0x00', [], {}, [[]], [{}], [null], [[null]], [0, 1, 2]],
  ...[{ length: 2 }, { constructor: 1 }, { toString: 'x' }, [{ constructor: { name: 'x' } }], ['constructor']],
  ['hello', evmAccount.address],
  [evmAccount.address, 'hello'],
  ['hello', evmAccount.address, { digest: `0x${'ab'.repeat(32)}`, approved: true }],
  [`0x${'ab'.repeat(32)}`, evmAccount.address],
  [evmAccount.address, typedData],
  [evmAccount.address, JSON.stringify(typedData)],
  [{ to: evmAccount.address, value: '0x1' }],
  [{ from: evmAccount.address, to: evmAccount.address, value: '0x1', gas: '0x5208' }],
  [{ to: evmAccount.address, data: '0xa9059cbb' }],
  [{ to: evmAccount.address, approved: true, choiceId: 'normal' }],
  [{ calls: [{ to: evmAccount.address, value: '0x1' }] }],
  [{ calls: [{ to: evmAccount.address }], chainId: '0x7a69', id: 'one' }],
  { message: base58.encode(new TextEncoder().encode('hello')), pubkey: solanaAddress },
  { transaction },
  { transactions: [transaction, transaction] },
  { transaction, sendOptions: { skipPreflight: true } },
]

const eip155 = { chainId: 'eip155:31337', chainNamespace: 'eip155' } as const
const ofSolana = { chainId: 'solana:local', chainNamespace: 'solana' } as const
/** A valid request of each method that needs an approval, so each shows a card. */
export const validRequests = [
  { method: 'personal_sign', params: ['hello', evmAccount.address], ...eip155 },
  { method: 'eth_signTypedData_v4', params: [evmAccount.address, typedData], ...eip155 },
  {
    method: 'eth_sendTransaction',
    params: [{ from: evmAccount.address, to: evmAccount.address, value: '0x1' }],
    ...eip155,
  },
  { method: 'wallet_sendCalls', params: [{ calls: [{ to: evmAccount.address, value: '0x1' }] }], ...eip155 },
  {
    method: 'solana_signMessage',
    params: { message: base58.encode(new TextEncoder().encode('hello')), pubkey: solanaAddress },
    ...ofSolana,
  },
  { method: 'solana_signTransaction', params: { transaction }, ...ofSolana },
] as const
