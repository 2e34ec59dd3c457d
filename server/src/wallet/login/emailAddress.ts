import { domainToASCII } from 'node:url'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'

export type Address = {
  /** Who it is: the same for every way of writing the same mailbox. */
  canonical: string
  /** Where mail goes: the part before the @ as it was typed, since a mail server may tell cases apart. */
  sendable: string
  /** For limits only: many mail servers deliver `a.b+shop@…` to `ab@…`. */
  bucket: string
}

const addressLimit = 254
const localLimit = 64
/** No quotes, commas, brackets, spaces or control characters: nothing that could turn one recipient into two. */
const localForm = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const domainForm = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Whose letters may stand together in one name; others look like each other and are not. */
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

export const parseAddress = (typed: string): Address => {
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
    // It would be read as an address bar reads it: up to a slash, and with what stands behind a % decoded.
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
