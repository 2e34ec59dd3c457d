import { and, eq, gt } from 'drizzle-orm'
import { rateCounters } from '../../database/loginTables.ts'
import type { Database } from '../../database/open.ts'
import { clientAddress, rateLimitAddress } from '../../http/clientAddress.ts'
import type { Log } from '../../http/log.ts'
import { countAgainstLimits, type RateLimit } from '../api/countLimits.ts'
import type { WalletParts, WalletRequest } from '../api/walletRoute.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * The wrong codes a minute that the whole server accepts. Above this number, all new codes are long until the next
 * hour.
 */
const wrongCodesAMinute = 300

const breaker: RateLimit = { key: 'wrong codes', windowMs: minuteMs, most: wrongCodesAMinute }

/**
 * Counts a wrong code of any account. If the whole server receives too many, all new codes are long until the next
 * hour.
 */
export const countWrongCodeOfServer = async (database: Database, log: Log, now: number): Promise<void> => {
  if ((await countAgainstLimits(database, [breaker], now)) === 0) return
  await countAgainstLimits(database, [alarm], now)
  log.write('wrong codes exceeded the limit', { limitPerMinute: wrongCodesAMinute })
}

const alarm: RateLimit = { key: 'guessing', windowMs: hourMs, most: Number.POSITIVE_INFINITY }

/** Tells whether all new codes are long, because the whole server received too many wrong codes. */
export const areAllNewCodesLong = async (database: Database, now: number): Promise<boolean> => {
  const found = await database
    .select({ endsAt: rateCounters.endsAt })
    .from(rateCounters)
    .where(and(eq(rateCounters.key, alarm.key), gt(rateCounters.endsAt, now)))
  return found.length > 0
}

/**
 * A MAC of the client's network, so that the rate limits store no IP addresses. The MAC is keyed, because all networks
 * could be tried.
 */
export const clientNetworkMac = (
  { secrets, settings }: Pick<WalletParts, 'secrets' | 'settings'>,
  context: WalletRequest['context'],
): string => secrets.mac('network', rateLimitAddress(clientAddress(context, settings.trustedProxyHops)))
