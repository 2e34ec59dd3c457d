import { domainToASCII } from 'node:url'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'

export type EmailAddress = {
  /** Identifies the account: spellings that differ only in case give the same value. */
  canonical: string
  /**
   * The address to which the server sends mails. It keeps the case of the local part, because a mail server may be
   * case-sensitive.
   */
  sendable: string
  /** The address without dots and `+…`, for limits only: many mail servers deliver `a.b+shop@…` to `ab@…`. */
  bucket: string
}

const addressLimit = 254
const localLimit = 64
/**
 * The local part may have no quotes, commas, brackets, spaces or control characters, which could turn one recipient
 * into two.
 */
const localForm = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainForm = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The scripts that may appear together in one local part. Other mixtures would permit lookalike addresses. */
const scripts = [
  /^[\P{L}\p{Script=Latin}]*$/u,
  /^[\P{L}\p{Script=Cyrillic}]*$/u,
  /^[\P{L}\p{Script=Greek}]*$/u,
  /^[\P{L}\p{Script=Arabic}]*$/u,
  /^[\P{L}\p{Script=Hebrew}]*$/u,
  /^[\P{L}\p{Script=Devanagari}]*$/u,
  /^[\P{L}\p{Script=Thai}]*$/u,
  /^[\P{L}\p{Script=Hangul}\p{Script=Han}]*$/u,
  /^[\P{L}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*$/u,
]

export const parseEmailAddress = (typed: string): EmailAddress => {
  const text = typed.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  const local = text.slice(0, Math.max(at, 0))
  const typedDomain = text.slice(at + 1)
  const domain = domainToASCII(typedDomain).toLowerCase()
  const fits =
    text.length <= addressLimit &&
    Buffer.byteLength(local) <= localLimit &&
    localForm.test(local) &&
    scripts.some((script) => script.test(local)) &&
    // `domainToASCII` stops at a slash and decodes percent escapes, as in a URL, so check the typed domain first.
    /^[\p{L}\p{N}\p{M}.-]+$/u.test(typedDomain) &&
    domainForm.test(domain)
  if (!fits) throw new AppError(walletErrors.INVALID_EMAIL)
  const lower = local.toLowerCase()
  const [name = ''] = lower.split('+')
  return {
    canonical: `${lower}@${domain}`,
    sendable: `${local}@${domain}`,
    bucket: `${name.replaceAll('.', '')}@${domain}`,
  }
}
