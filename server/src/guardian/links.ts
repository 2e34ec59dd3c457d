import { isTimingSafeEqual } from '../wallet/login/otp.ts'
import type { GuardianParts } from './parts.ts'

/** The pages behind the links in the guardian's mails, by their path. */
export type LinkPurpose = 'confirm' | 'cancel'
type Secrets = GuardianParts['secrets']

/**
 * Returns a link for the mails of a recovery. Its token is a MAC of the recovery's id, so the database stores no token,
 * and only the mail contains it.
 */
export const recoveryUrl = (
  { secrets, publicUrl }: Pick<GuardianParts, 'secrets' | 'publicUrl'>,
  purpose: LinkPurpose,
  id: string,
  locale: string,
): string => `${publicUrl}/${purpose}?${new URLSearchParams({ id, token: linkTokenOf(secrets, purpose, id), locale })}`

export const linkTokenOf = (secrets: Secrets, purpose: LinkPurpose, id: string): string => secrets.mac(purpose, id)

export const isLinkToken = (secrets: Secrets, purpose: LinkPurpose, id: string, token: string): boolean =>
  isTimingSafeEqual(linkTokenOf(secrets, purpose, id), token)
