import { randomBytes } from 'node:crypto'
import type { SiteToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Secrets } from '../../config/secrets.ts'
import type { Database } from '../../database/open.ts'
import { type Counters, databaseCounters, useOnce } from '../api/rateCounters.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { isTimingSafeEqual } from './otp.ts'

/** A token of a document that has just loaded does not count, so that a script cannot name a site at full speed. */
const leastAgeMs = 2_000
const lifetimeMs = 60 * 60_000
const saltBytes = 12
const form = /^(\d{1,16})\.([\w-]{16})\.([\w-]{43})$/

/** The document that asked: its project, the site that shows it, and its client key. */
type SiteDocument = { projectId: string; host: string; thumbprint: string }

/**
 * Makes and checks the tokens by which a mail may name a site. A token counts for one mail, for the site and client key
 * of its document. No state is stored until a token is used, because each token carries its own MAC.
 */
export const createSiteTokens = (secrets: Secrets) => {
  const macOf = ({ projectId, host, thumbprint }: SiteDocument, head: string): string =>
    secrets.mac('site', [head, projectId, host, thumbprint].join('|'))

  return {
    make: (document: SiteDocument, now: number): SiteToken => {
      const head = `${now}.${randomBytes(saltBytes).toString('base64url')}`
      return { token: `${head}.${macOf(document, head)}`, waitMs: leastAgeMs, lifetimeMs }
    },
    /** Uses up a token, and tells whether a mail of this document may name its site. */
    use: async (
      counters: Counters,
      document: SiteDocument,
      token: string | undefined,
      now: number,
    ): Promise<boolean> => {
      const [, madeAt, salt, mac] = form.exec(token ?? '') ?? []
      if (!madeAt || !mac || !isTimingSafeEqual(mac, macOf(document, `${madeAt}.${salt}`))) return false
      const age = now - Number(madeAt)
      if (age < leastAgeMs || age >= lifetimeMs) return false
      return useOnce(counters, { key: `site ${mac}`, endsAt: Number(madeAt) + lifetimeMs })
    },
  }
}

/** Tells whether the mail of a login may name its site. The wallet's own window needs no token, because it is no site. */
export const mayNameSite = async (
  { secrets, settings, clock }: Pick<WalletParts, 'secrets' | 'settings' | 'clock'>,
  database: Database,
  document: SiteDocument,
  token: string | undefined,
): Promise<boolean> => {
  if (document.host === settings.secureOrigin) return true
  const { projectId, host, thumbprint } = document
  const now = clock()
  return createSiteTokens(secrets).use(databaseCounters(database, now), { projectId, host, thumbprint }, token, now)
}
