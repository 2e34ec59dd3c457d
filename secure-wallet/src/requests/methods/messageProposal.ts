import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { onlyChoiceFields, type Proposal } from '../../approval/proposal.ts'
import { readTextMessage } from '../decode/textMessage.ts'
import { describeMessage } from '../describe/messages.ts'
import { type RpcScope, siteName } from './scope.ts'

type Asker = {
  scope: RpcScope
  account: string
  network: Network
  isTransaction(bytes: Uint8Array): boolean
}

/** Makes the proposal of a text message. Throws for a message that the wallet never signs. */
export const proposeMessage = (
  bytes: Uint8Array,
  payload: string,
  { scope, account, network, isTransaction }: Asker,
): Proposal => {
  const { host } = scope
  const message = readTextMessage(bytes, { host, account, network, isTransaction, now: scope.now() })
  const { facts, kind, label } = describeMessage(message, {
    ...{ host, account, network: network.name, bytes },
    siteName: siteName(scope),
  })
  const namespace = network.chainNamespace === 'solana' ? 'solana' : 'eip155'
  return {
    facts,
    kind,
    choices: [{ ...onlyChoiceFields, label, namespace, payloads: [payload] }],
    blocked: null,
  }
}
