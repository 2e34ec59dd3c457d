import * as v from 'valibot'
import { fromRlp, hashMessage, hexToBytes, isAddress, isHex, toHex } from 'viem'
import type { PreparedRequest } from '../../approval/approvals.ts'
import { proposeMessage } from './messageProposal.ts'
import { defineRpcMethod } from './method.ts'
import { checkOwnEvmAddress, evmAddressSchema } from './scope.ts'

/**
 * The usual order of the params is message, address. Some pages swap them, so an address in the first place counts as
 * the address.
 */
const params = v.pipe(
  v.array(v.unknown()),
  v.minLength(2),
  v.maxLength(3),
  v.transform(([first, second]) =>
    typeof first === 'string' &&
    isAddress(first, { strict: false }) &&
    !(typeof second === 'string' && isAddress(second, { strict: false }))
      ? [second, first]
      : [first, second],
  ),
  v.tuple([v.pipe(v.string(), v.maxLength(200_000)), evmAddressSchema]),
)

export const personalSign = defineRpcMethod(params, ([message, address], { scope, network }) => {
  const account = checkOwnEvmAddress(scope, address)
  const bytes = isHex(message) && message.length % 2 === 0 ? hexToBytes(message) : new TextEncoder().encode(message)
  const digest = hashMessage({ raw: bytes }).slice(2)
  const prepared: PreparedRequest = {
    proposal: proposeMessage(bytes, digest, { scope, account, network, isTransaction }),
    complete: async (_choice, sign) => ({ status: 'done', result: toHex(await sign(digest)) }),
  }
  return scope.approvals.ask(async () => prepared)
})

/**
 * A transaction is an RLP list of at least six items, possibly behind the type byte of an EIP-2718 envelope. After the
 * byte 5 a list of three is an authorisation of EIP-7702.
 */
const isTransaction = (bytes: Uint8Array): boolean => {
  const [first = 0] = bytes
  if (first >= 0x80 && first < 0xc0) return false
  try {
    const list = fromRlp(first >= 0xc0 ? bytes : bytes.slice(1), 'bytes')
    if (!Array.isArray(list)) return false
    return first === 5 ? list.length === 3 : (first >= 0xc0 || first <= 4) && list.length >= 6
  } catch {
    // The bytes do not decode to a transaction, so they count as a message.
    return false
  }
}
