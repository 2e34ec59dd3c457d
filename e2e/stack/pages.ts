/** Everything a page of the demo site needs to know. */
export type PageContext = {
  modalOrigin: string
  walletOrigin: string
  /** `data-*` attributes of the tag, already escaped. */
  attributes: string
  pinnedTag: () => Promise<string>
}

export type TestPage = { headers?: Record<string, string>; html: string | Promise<string> }

/** The CSP nonce of some pages; a real site would make a new one for each response. */
const nonce = 'r4nd0m'

/** One page for each kind of host that the tests need, served at `/page/<name>`. */
export const testPages = {
  plain: (context) => ({ html: page(scriptTag(context)) }),

  /** The page has exactly the CSP that the documentation tells a site to copy. */
  'csp-documented': (context) => ({
    headers: csp(`script-src ${context.modalOrigin}`, `frame-src ${context.modalOrigin} ${context.walletOrigin}`),
    html: page(scriptTag(context)),
  }),
  'csp-without-frame': (context) => ({
    headers: csp(`script-src ${context.modalOrigin}`, "frame-src 'self'"),
    html: page(scriptTag(context)),
  }),
  'csp-nonce': (context) => ({
    headers: csp(`script-src 'nonce-${nonce}'`, `frame-src ${context.modalOrigin} ${context.walletOrigin}`),
    html: page(scriptTag(context, `nonce="${nonce}"`)),
  }),
  'trusted-types': (context) => ({
    headers: csp(
      `script-src ${context.modalOrigin}`,
      `frame-src ${context.modalOrigin} ${context.walletOrigin}`,
      "require-trusted-types-for 'script'",
      'trusted-types appkit',
    ),
    html: page(scriptTag(context)),
  }),
  /** Allows no Trusted Types policy, so the bridge can't load. */
  'trusted-types-none': (context) => ({
    headers: csp(
      `script-src ${context.modalOrigin}`,
      `frame-src ${context.modalOrigin} ${context.walletOrigin}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ),
    html: page(scriptTag(context)),
  }),
  coop: (context) => ({ headers: { 'Cross-Origin-Opener-Policy': 'same-origin' }, html: page(scriptTag(context)) }),
  coep: (context) => ({
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    html: page(scriptTag(context)),
  }),
  'coep-credentialless': (context) => ({
    headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'credentialless' },
    html: page(scriptTag(context)),
  }),
  /** Learns in three ways that AppKit is there: the tag's own event, `data-onload`, and `appkit:ready`. */
  ready: (context) => ({
    html: page(
      `<script>
        const told = []
        const tell = (how) => told.push(how + ' ' + typeof AppKit.open)
        const onAppKit = () => tell('data-onload')
        addEventListener('appkit:ready', () => tell('event'))
        window.onAppKit = onAppKit
      </script>${scriptTag(context, 'data-onload="onAppKit"')}${scriptTag(context, 'data-onload="onAppKit"')}`,
    ),
  }),
  twice: (context) => ({ html: page(scriptTag(context) + scriptTag(context)) }),
  long: (context) => ({ html: page(scriptTag(context), '<div style="height: 300vh">A page that scrolls</div>') }),
  module: (context) => ({
    html: page(
      `<script type="module">import { appKit } from '${context.modalOrigin}/loader.mjs'; window.imported = await appKit()</script>`,
    ),
  }),
  pinned: async ({ pinnedTag }) => ({ html: page(await pinnedTag()) }),
  /** A page that embeds the page with the tag in a sandboxed frame. */
  'sandboxed-parent': () => ({
    html: page('', '<iframe id="inner" sandbox="allow-scripts" src="/page/plain" width="600" height="600"></iframe>'),
  }),
  /** The modal's frame without the loader; it must not show anything. */
  'bare-frame': (context) => ({
    html: page(
      '',
      `<iframe id="inner" src="${context.modalOrigin}/f/?theme=light&rows=1#n=AAAA" width="600" height="600"></iframe>`,
    ),
  }),
  'without-language': (context) => ({ html: page(scriptTag(context)).replace(' lang="en"', '') }),
  blank: () => ({ html: page('') }),
} as const satisfies Record<string, (context: PageContext) => TestPage | Promise<TestPage>>

export type PageName = keyof typeof testPages

export function scriptTag({ modalOrigin, attributes }: PageContext, extra = ''): string {
  return `<script src="${modalOrigin}/loader.js" async ${extra} ${attributes}></script>`
}

function csp(...directives: string[]): Record<string, string> {
  return { 'Content-Security-Policy': directives.join('; ') }
}

function page(head: string, body = ''): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Test page</title>
<link rel="icon" href="data:,">${head}</head>
<body><main><h1>Test page</h1><button type="button" data-appkit-open>Connect wallet</button>${body}</main></body>
</html>`
}
