import { fillBrowseTemplate } from '@appkit-frame/loader/protocol/api/browseLink.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { checkLink } from './deepLink.ts'

/** The template of the link into the browser of a wallet's app, for the first namespace that has one. */
export const browseTemplateOf = (
  { browse_links }: DirectoryWallet,
  namespaces: readonly ChainNamespace[],
): string | undefined => namespaces.map((namespace) => browse_links?.[namespace]).find(Boolean)

/** The link that opens a page in a wallet's browser. Null if the template makes no link that is safe to open. */
export const browseLink = (template: string | undefined, page: URL): string | null =>
  template === undefined ? null : checkLink(fillBrowseTemplate(template, page))

/**
 * Reads the URL that the host page reports as its own. A page must not send the visitor's wallet to another site, so
 * any other URL becomes the host's origin, which the handshake attested.
 */
export const readPageUrl = (reported: unknown, hostOrigin: string): URL => {
  const url = typeof reported === 'string' && URL.canParse(reported) ? new URL(reported) : null
  // A `blob:` URL has the origin of its page.
  const isOwn = url && /^https?:$/.test(url.protocol) && url.origin === hostOrigin && !url.username && !url.password
  return isOwn ? url : new URL(hostOrigin)
}
