import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { formatSiwxMessage, parseSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'

type Input = {
  /** The origin of the host page as the handshake attested it, not as the page claims. */
  hostOrigin: string
  network: Network
  /** The address in the spelling of its network. EIP-4361 requires the checksum. */
  address: string
  statement?: string | undefined
  nonce: string
  issuedAt: string
}

/** Writes the sign-in message that the wallet signs. */
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
  // The server rejects a text that does not match its fields, so the text is checked before the visitor signs.
  if (!parseSiwxMessage(text, network)) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  return { data, text }
}
