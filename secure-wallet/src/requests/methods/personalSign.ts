import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { fromRlp, hashMessage, hexToBytes, isAddress, isHex, toHex } from 'viem'
import { riskClassOf } from '../../approval/approvalPolicy.ts'
import type { PreparedRequest } from '../../approval/approvals.ts'
import { formatNotice } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ApprovalChoice, Proposal, ProposalFacts } from '../../approval/proposal.ts'
import { readTextMessage, type TextMessage } from '../decode/textMessage.ts'
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
  const read = readTextMessage(bytes, {
    host: scope.host,
    account,
    network,
    isTransaction,
    now: scope.now(),
  })
  const digest = hashMessage({ raw: bytes }).slice(2)
  const prepared: PreparedRequest = {
    proposal: {
      facts: messageFacts(scope.host, read, bytes, account, network.name),
      ...messageKind(read),
      choices: [{ ...messageChoice(read), namespace: 'eip155', payloads: [digest] }],
      blocked: null,
    },
    complete: async (_choice, sign) => ({ status: 'done', result: toHex(await sign(digest)) }),
  }
  return scope.approvals.ask(async () => prepared)
})

export const onlyChoiceFields = { id: 'only', name: '', isPreset: true, fee: null }
export const messageChoice = ({ isSignIn }: TextMessage): Omit<ApprovalChoice, 'namespace' | 'payloads'> => ({
  ...onlyChoiceFields,
  label: isSignIn ? messages.labels.signIn : messages.labels.message,
})

export const messageKind = ({ isSignIn }: TextMessage): Pick<Proposal, 'kind' | 'riskClass'> => {
  const kind = isSignIn ? 'ownSignIn' : 'message'
  return { kind, riskClass: riskClassOf[kind] }
}

export const messageFacts = (
  host: string,
  { text, isSignIn, isConfusable }: TextMessage,
  bytes: Uint8Array,
  account: string,
  network: string,
): ProposalFacts => ({
  host,
  asks: isSignIn ? messages.asks.signIn : messages.asks.message,
  notices: isConfusable ? [formatNotice('warn', messages.notices.hiddenCharacters)] : [],
  changesTitle: '',
  changes: [],
  rows: [
    { label: messages.rows.account, value: account, isAddress: true },
    { label: messages.rows.network, value: network, isAddress: false },
    { label: messages.rows.movesFunds, value: messages.rows.no, isAddress: false },
  ],
  message: visible(text),
  tree: [],
  steps: [],
  raw: `0x${bytesToHex(bytes)}`,
  isDanger: false,
})

/** Replaces invisible characters by visible symbols, so that the card shows every character of the message. */
const visible = (text: string): string =>
  text.replace(/(?!\ufe0f)[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu, '\ufffd')

/** A transaction is an RLP list of at least six items, possibly behind the type byte of an EIP-2718 envelope. */
const isTransaction = (bytes: Uint8Array): boolean => {
  const [first = 0] = bytes
  if (first >= 0x80 && first < 0xc0) return false
  try {
    const list = fromRlp(first >= 0xc0 ? bytes : bytes.slice(1), 'bytes')
    return (first >= 0xc0 || first <= 4) && Array.isArray(list) && list.length >= 6
  } catch {
    // The bytes do not decode to a transaction, so they count as a message.
    return false
  }
}
