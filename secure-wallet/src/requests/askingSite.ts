import type { SiteIdentity } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ShownSite } from '../approval/proposal.ts'
import type { Receivers } from './describe/recipients.ts'

/** The site that asks, as the operator describes it. Nothing of it comes from the page. */
export type AskingSite = {
  /** How cards show the site. */
  shown: ShownSite
  /** The receivers of the site on a network. Empty unless the site is trusted. */
  receiversOn(caipNetworkId: string): Receivers
}

type Options = { sites: readonly SiteIdentity[]; host: string; isTrusted: boolean; isHostFramed: boolean }

/**
 * Only an exact origin has a name. A host name under a wildcard may belong to someone else, and a page around the site
 * could have led the visitor there, so neither names receivers.
 */
export const findAskingSite = ({ sites, host, isTrusted, isHostFramed }: Options): AskingSite => {
  const site = sites.find(({ origin }) => origin === host)
  const accounts = isTrusted && !isHostFramed ? (site?.receivers ?? []) : []
  return {
    shown: {
      isKnown: isTrusted || site !== undefined,
      ...(site && { name: site.name }),
      ...(site?.logo !== undefined && { logo: site.logo }),
    },
    receiversOn: (caipNetworkId) =>
      accounts.flatMap(({ name, account }) =>
        account.startsWith(`${caipNetworkId}:`) ? [{ name, address: account.slice(caipNetworkId.length + 1) }] : [],
      ),
  }
}
