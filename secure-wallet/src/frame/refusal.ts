import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { refuse, type Scope } from '@appkit-frame/loader/protocol/wire/handshake.ts'

const sentences: { [code: string]: string } = {
  ORIGIN_NOT_ALLOWED: 'This site is not allowed to open this wallet.',
  UNVERIFIED_DOMAIN: 'This wallet opens only inside a site that it belongs to.',
}

/** Says why, to the visitor in one sentence and to whoever holds the frame by a code, and nothing else happens. */
export const showRefusal = (scope: Scope, body: Pick<HTMLElement, 'replaceChildren'>, thrown: unknown): void => {
  const code = thrown instanceof AppError ? thrown.code : 'INTERNAL_ERROR'
  body.replaceChildren(sentences[code] ?? 'This wallet could not be opened.')
  refuse(scope, code)
}
