import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { type HandshakeScope, refuseToStart } from '@appkit-frame/loader/protocol/wire/handshake.ts'

const texts: { [code: string]: string } = {
  ORIGIN_NOT_ALLOWED: 'This site is not allowed to open this wallet.',
  BROWSER_TOO_OLD: 'This browser is too old for this wallet. Update it.',
  UNVERIFIED_DOMAIN: 'This wallet opens only inside a site that it belongs to.',
}

/** Tells the visitor why the secure frame does not start, and sends the error code to the parent frame. */
export const showRefusal = (
  scope: HandshakeScope,
  body: Pick<HTMLElement, 'replaceChildren'>,
  thrown: unknown,
): void => {
  const code = thrown instanceof AppError ? thrown.code : 'INTERNAL_ERROR'
  body.replaceChildren(texts[code] ?? 'This wallet could not be opened.')
  refuseToStart(scope, code)
}
