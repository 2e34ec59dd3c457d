import type { Hono } from 'hono'
import type { HeaderTable } from '../headers.ts'
import type { ServerParts } from '../parts.ts'
import { reply } from '../replies.ts'

const dayMs = 24 * 60 * 60_000
/** The days until the file expires. RFC 9116 (2.5.5) recommends less than a year. */
const validDays = 90

/**
 * Serves `/.well-known/security.txt` (RFC 9116) on the hosts of modal and wallet, if the operator configured a contact.
 */
export const securityTxtRoutes = (
  frame: Hono,
  secure: Hono,
  { settings, clock }: ServerParts,
  { plain }: HeaderTable,
): void => {
  const { securityContact, frameOrigin, secureOrigin } = settings
  if (!securityContact) return
  const { contacts, languages } = securityContact
  const path = '/.well-known/security.txt'
  for (const [app, origin] of [
    [frame, frameOrigin],
    [secure, secureOrigin],
  ] as const)
    app.get(path, () => {
      const lines = [
        ...contacts.map((contact) => `Contact: ${contact}`),
        `Expires: ${new Date(clock() + validDays * dayMs).toISOString()}`,
        `Preferred-Languages: ${languages.join(', ')}`,
        `Canonical: ${origin}${path}`,
      ]
      return reply(200, plain, `${lines.join('\n')}\n`)
    })
}
