/**
 * Origin patterns of a project: `https://shop.example`, `https://*.shop.example:8443`, and in projects marked
 * `development` also `http://localhost:*`, `http://127.0.0.1:*` and `http://<label>.localhost:<port>`.
 * `originPatterns.ts` decides which patterns a project may list; this file only compares.
 */

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const port = '(?::(\\d{1,5}))?'
const secure = new RegExp(`^https://(\\*\\.)?(${label}(?:\\.${label})+)${port}$`)
const local = new RegExp(
  `^http://(?:(localhost|127\\.0\\.0\\.1)(?::(\\*|\\d{1,5}))?|(${label}\\.localhost):(\\d{1,5}))$`,
)

/** A parsed pattern. `port` is '' for the scheme's default port, and `*` for any port. */
type OriginPattern = { protocol: 'https:' | 'http:'; wildcard: boolean; host: string; port: string }

export const parseOriginPattern = (pattern: string): OriginPattern | null => {
  const [, star, host, port = ''] = secure.exec(pattern) ?? []
  if (host) return checked({ protocol: 'https:', wildcard: star !== undefined, host, port })
  const [, plain, plainPort = '', named, namedPort = ''] = local.exec(pattern) ?? []
  if (plain) return checked({ protocol: 'http:', wildcard: false, host: plain, port: plainPort })
  if (named) return checked({ protocol: 'http:', wildcard: false, host: named, port: namedPort })
  return null
}

const checked = (pattern: OriginPattern): OriginPattern | null => {
  const { protocol, host, port } = pattern
  if (host.length > 253) return null
  if (port === '' || port === '*') return pattern
  const number = Number(port)
  if (number < 1 || number > 65_535 || String(number) !== port) return null
  return { ...pattern, port: number === (protocol === 'https:' ? 443 : 80) ? '' : port }
}

/** Compares scheme, host and port as the URL parser reads them. A wildcard matches one or more whole labels. */
export const matchesOrigin = (pattern: string, origin: string): boolean => {
  const wanted = parseOriginPattern(pattern)
  const url = parseOrigin(origin)
  if (!wanted || !url || url.protocol !== wanted.protocol) return false
  if (wanted.port !== '*' && url.port !== wanted.port) return false
  return wanted.wildcard ? url.hostname.endsWith(`.${wanted.host}`) : url.hostname === wanted.host
}

export const allowsOrigin = (patterns: readonly string[], origin: string): boolean =>
  patterns.some((pattern) => matchesOrigin(pattern, origin))

/** Accepts only origins as a browser writes them: not `null`, a path, capitals or an explicit port 443. */
const parseOrigin = (origin: string): URL | null => {
  const url = URL.parse(origin)
  return url && url.origin === origin ? url : null
}
