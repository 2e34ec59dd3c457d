type Header = Record<string, string>

/**
 * The headers of all kinds of answers in one table, so that one file and one snapshot show them all. A route adds only
 * headers that depend on the request, such as ETag, allowed origin and `Retry-After`.
 */
export const createHeaders = ({ frameOrigin, secureOrigin }: { frameOrigin: string; secureOrigin: string }) => {
  const frame = common(frameOrigin)
  const secure = { ...common(secureOrigin), 'Referrer-Policy': 'no-referrer' }

  return {
    loader: (cache: LoaderCachePolicy): Header => ({
      ...frame,
      'Content-Type': 'text/javascript; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': loaderCaches[cache],
    }),

    /**
     * The frame's document. `relay` is the origin of the project's relay, the only other host to which the frame may
     * connect.
     */
    frameDocument: (ancestors: readonly string[], inline: InlineHashes, relay?: string): Header => ({
      ...frame,
      ...embedded,
      Vary: 'Referer, User-Agent',
      'Content-Security-Policy': policy([
        ...documentPolicy(frameOrigin, inline, relay),
        "img-src 'self' data: blob:",
        `frame-src ${secureOrigin}`,
        "trusted-types 'none'",
        `frame-ancestors ${ancestors.join(' ')}`,
      ]),
      'Permissions-Policy': permissions({
        'publickey-credentials-get': `(self "${secureOrigin}")`,
        'publickey-credentials-create': `(self "${secureOrigin}")`,
        'storage-access': `(self "${secureOrigin}")`,
        'clipboard-write': '(self)',
      }),
    }),

    secureDocument: (ancestors: readonly string[]): Header => ({
      ...secure,
      ...embedded,
      'Content-Security-Policy': policy([
        ...documentPolicy(secureOrigin),
        "img-src 'self'",
        "frame-src 'none'",
        'trusted-types worker',
        `frame-ancestors ${[frameOrigin, ...ancestors].join(' ')}`,
      ]),
      'Permissions-Policy': permissions({
        'publickey-credentials-get': '(self)',
        'publickey-credentials-create': '(self)',
        'storage-access': '(self)',
        payment: '(self)',
      }),
    }),

    /**
     * The wallet's top-level pages. No page can frame them, and a page that opens one loses its reference to the
     * window.
     */
    topLevel: {
      ...secure,
      ...embedded,
      'Content-Security-Policy': policy([
        ...documentPolicy(secureOrigin),
        "img-src 'self'",
        "frame-src 'none'",
        'trusted-types worker',
        "frame-ancestors 'none'",
      ]),
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Permissions-Policy': permissions({
        'publickey-credentials-get': '(self)',
        'publickey-credentials-create': '(self)',
        'storage-access': '(self)',
        'clipboard-write': '(self)',
        payment: '(self)',
      }),
      'Cache-Control': 'no-store',
    } as Header,

    /** The redirect from the wallet's bare host name to `/vault`. Its headers isolate it like `/vault` itself. */
    toTopLevel: {
      ...secure,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Frame-Options': 'DENY',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      Location: '/vault',
    } as Header,

    /**
     * The document for a refused request. Any site may frame it, because it holds only the reason why the modal can't
     * open.
     */
    refusedDocument: (scriptHash: string): Header => ({
      ...frame,
      ...embedded,
      'Content-Security-Policy': `default-src 'none'; script-src '${scriptHash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
      'Permissions-Policy': permissions({}),
      'Cache-Control': 'no-store',
    }),

    frameAsset: (type: string): Header => ({
      ...frame,
      ...immutable(type),
      'Cross-Origin-Resource-Policy': 'same-site',
    }),

    secureAsset: (type: string): Header => ({
      ...secure,
      ...immutable(type),
      'Cross-Origin-Resource-Policy': 'same-origin',
      // The key worker gets its CSP from its own script, and starts only if the script has the embedder policy of its
      // document.
      ...(type.startsWith('text/javascript') && {
        'Content-Security-Policy': "default-src 'none'; script-src 'self'",
        'Cross-Origin-Embedder-Policy': 'require-corp',
      }),
    }),

    /** Logos on approval cards. They are always redrawn, so none is a document. */
    logo: {
      ...secure,
      'Content-Type': 'image/webp',
      'Content-Disposition': 'attachment',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    } as Header,

    secureApi: {
      ...secure,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    } as Header,

    publicApi: (cache: ApiCachePolicy): Header => ({
      ...frame,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': apiCaches[cache],
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      Vary: 'Origin',
    }),

    /**
     * Images. `sandbox`, because a drawn icon is SVG. `attachment`, so that a navigation to an image shows no document
     * of this origin.
     */
    image: (type: string): Header => ({
      ...frame,
      'Content-Type': type,
      'Content-Disposition': 'attachment',
      'Cache-Control': 'public, max-age=86400',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      Vary: 'Origin',
    }),

    plain: {
      ...frame,
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Frame-Options': 'DENY',
    } as Header,

    health: {
      ...frame,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    } as Header,
  }
}

export type HeaderTable = ReturnType<typeof createHeaders>

const loaderCaches = {
  pinned: 'public, max-age=31536000, immutable',
  evergreen: 'public, max-age=300, must-revalidate',
  development: 'no-cache',
} as const
export type LoaderCachePolicy = keyof typeof loaderCaches

const apiCaches = { config: 'public, max-age=60', never: 'no-store' } as const
export type ApiCachePolicy = keyof typeof apiCaches

const common = (origin: string): Header => ({
  // Plain http has no HSTS header: browsers ignore it, and it must not pin a developer's localhost to https.
  ...(origin.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  }),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin',
  'Reporting-Endpoints': `r="${origin}/v1/reports"`,
})

/** A host page with COEP blocks a frame without `Cross-Origin-Resource-Policy` or `Cross-Origin-Embedder-Policy`. */
const embedded: Header = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Origin-Agent-Cluster': '?1',
  'Cache-Control': 'no-cache',
}

const immutable = (type: string): Header => ({
  'Content-Type': type,
  'Cache-Control': 'public, max-age=31536000, immutable',
  ...(type === 'image/svg+xml' && { 'Content-Security-Policy': "default-src 'none'; sandbox" }),
})

/** The CSP hashes of a document's inline elements. */
type InlineHashes = { styleHashes: readonly string[]; scriptHashes: readonly string[] }
export const noInlineHashes: InlineHashes = { styleHashes: [], scriptHashes: [] }

const documentPolicy = (
  origin: string,
  { styleHashes, scriptHashes }: InlineHashes = noInlineHashes,
  relay?: string,
): string[] => [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "object-src 'none'",
  ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
  "script-src-attr 'none'",
  ["style-src 'self'", ...styleHashes.map((hash) => `'${hash}'`)].join(' '),
  "style-src-attr 'none'",
  "font-src 'self'",
  `connect-src 'self'${relay === undefined ? '' : ` ${relay}`}`,
  "worker-src 'self'",
  "manifest-src 'none'",
  "media-src 'none'",
  "require-trusted-types-for 'script'",
  // Only for https: Safari would also upgrade http://*.localhost, which has no https.
  ...(origin.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  'report-to r',
  `report-uri ${origin}/v1/reports`,
]

const policy = (directives: readonly string[]): string => directives.join('; ')

const closedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

const permissions = (open: Header): string =>
  closedFeatures.map((feature) => `${feature}=${open[feature] ?? '()'}`).join(', ')
