import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { formatSiwxMessage, parseSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwx.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'

type Input = {
  /** Of the page, as the handshake attested it, and nothing that the page says of itself. */
  hostOrigin: string
  network: Network
  /** As this network writes it, for EIP-4361 with its checksum. */
  address: string
  statement?: string | undefined
  nonce: string
  issuedAt: string
}

/** What the visitor signs to be known to the page's site. */
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
  // A text that says another thing than its fields is refused by the server, after the visitor has signed it.
  if (!parseSiwxMessage(text, network)) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  return { data, text }
}
