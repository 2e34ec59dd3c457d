import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { formatSiwxMessage, parseSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwx.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'

type Input = {
  /** The origin of the host page from the handshake, not from the page itself. */
  hostOrigin: string
  network: Network
  /** The address in the form of its network. EIP-4361 requires the checksum. */
  address: string
  statement?: string | undefined
  nonce: string
  issuedAt: string
}

/** Writes the message that the visitor signs. */
export const writeSiwxMessage = (input: Input): { data: SiwxMessage; text: string } => {
  const { hostOrigin, network, address, statement, nonce, issuedAt } = input
  const data: SiwxMessage = {
    domain: new URL(hostOrigin).host,
    accountAddress: address,
    ...(statement !== undefined && { statement }),
    uri: hostOrigin,
    version: '1',
    chainId: network.caipNetworkId,
    nonce,
    issuedAt,
  }
  const text = formatSiwxMessage(data, network)
  // The server rejects a text that differs from its fields, so check before the visitor signs.
  if (!parseSiwxMessage(text, network)) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  return { data, text }
}
