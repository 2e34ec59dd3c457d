import type { SiteTokenRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { parseAnswer, siteTokenSchema } from '../session/serverSchemas.ts'

/** A slow token may not delay the mail, which then names no site. */
const timeoutMs = 3_000

export type SiteTokens = {
  /** Starts to get a token, so that it is old enough sooner. */
  prepare(): void
  /** Resolves with a token that the server accepts now, for one mail. Undefined if the server gives none. */
  take(): Promise<string | undefined>
}
type Made = { token: string; usableAt: number; endsAt: number }

/** Gets the tokens by which the server lets a mail name the site of this document. */
export const createSiteTokens = ({ server, site }: { server: ServerClient; site: SiteTokenRequest }): SiteTokens => {
  let next: Promise<Made | null> | undefined

  const request = async (): Promise<Made | null> => {
    try {
      const answer = await server({ method: 'POST', path: 'login/site', body: site, timeoutMs })
      const { token, waitMs, lifetimeMs } = parseAnswer(siteTokenSchema, answer)
      const now = Date.now()
      // Another request follows before the end, so leave it the time that a request may take.
      return { token, usableAt: now + waitMs, endsAt: now + lifetimeMs - 10 * timeoutMs }
    } catch {
      return null
    }
  }
  const prepare = (): Promise<Made | null> => {
    next ??= request()
    return next
  }
  return {
    prepare: () => void prepare(),
    take: async () => {
      const prepared = await prepare()
      const made = prepared && prepared.endsAt > Date.now() ? prepared : await request()
      next = undefined
      if (made) await new Promise((resolve) => setTimeout(resolve, Math.max(0, made.usableAt - Date.now())))
      return made?.token
    },
  }
}

/** The tokens of the wallet's own window, whose mails name no site. */
export const noSiteTokens: SiteTokens = { prepare: () => undefined, take: async () => undefined }
