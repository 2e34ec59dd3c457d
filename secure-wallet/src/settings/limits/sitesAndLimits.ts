import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { LimitedSite } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { ServerClient } from '../../session/serverClient.ts'
import type { Session } from '../../session/session.ts'
import { createTokenLists, type TokenLists } from '../../session/tokenList.ts'
import type { CustodyApi } from '../../worker/contract.ts'
import type { GuardedPanel } from '../confirmInPanel.ts'
import { createLimitsClient, type LimitsClient, type NewLimit, type NewReceiver } from './limitsClient.ts'
import { namingPanel, type ReceiversChoice, receiversPanel } from './receiverPanels.ts'
import { type SitesChoice, sitePanel, sitesPanel } from './sitePanels.ts'
import type { LimitToken } from './tokenAmounts.ts'

export type LimitParts = { networks: readonly Network[]; server: ServerClient }
type Options = LimitParts & {
  session: Session
  custody: CustodyApi
  /** Shows that the wallet is at work. */
  work(): Promise<void>
  /** Shows a panel and resolves with the visitor's choice. */
  choose<Choice>(draw: (choose: (choice: Choice) => void) => HTMLElement): Promise<Choice>
  /** Shows a panel whose button has the approval gates. Resolves with false if the visitor goes back. */
  isConfirmed(draw: (back: () => void) => GuardedPanel): Promise<boolean>
  /** Opens the wallet and asks for a fresh login if the server wants one. */
  allowMore(run: () => Promise<void>): Promise<void>
}
type Page = Omit<Options, 'server'> & { client: LimitsClient }

/**
 * The page "Sites and limits" of the wallet window. A change that allows more has the approval gates, and needs a fresh
 * login and the open wallet (SECURITY-MODEL.md 3.10).
 */
export const showSitesAndLimits = async ({ server, ...options }: Options): Promise<void> => {
  const networks = options.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const page = { ...options, networks, client: createLimitsClient(options) }
  const tokenLists = createTokenLists(server)
  for (;;) {
    await page.work()
    const [sites, tokens] = await Promise.all([page.client.sites(), readTokens(tokenLists, networks)])
    const choice = await page.choose<SitesChoice>((choose) => sitesPanel({ sites, tokens, choose }))
    if (choice === 'back') return
    if (choice === 'receivers') await showReceivers(page)
    else await showSite(page, choice.site, tokens)
  }
}

const showSite = async (page: Page, site: LimitedSite, tokens: readonly LimitToken[]): Promise<void> => {
  const form: { limit: NewLimit | null; isRemoved: boolean } = { limit: null, isRemoved: false }
  const isSaved = await page.isConfirmed((back) =>
    sitePanel({
      site,
      tokens,
      changed: (limit) => {
        form.limit = limit
      },
      remove: () => {
        form.isRemoved = true
        back()
      },
      back,
    }),
  )
  const { limit, isRemoved } = form
  if (isSaved && limit) await page.allowMore(() => page.client.setLimit(limit))
  if (isRemoved && site.limit) await page.client.removeLimit(site.limit.id)
}

const showReceivers = async (page: Page): Promise<void> => {
  const { client, networks } = page
  for (;;) {
    await page.work()
    const receivers = await client.receivers()
    const choice = await page.choose<ReceiversChoice>((choose) => receiversPanel({ receivers, networks, choose }))
    if (choice === 'back') return
    if (choice === 'name') await nameReceiver(page)
    else await client.removeReceiver(choice.remove.id)
  }
}

const nameReceiver = async (page: Page): Promise<void> => {
  const form: { receiver: NewReceiver | null } = { receiver: null }
  const isSaved = await page.isConfirmed((back) =>
    namingPanel({
      networks: page.networks,
      changed: (receiver) => {
        form.receiver = receiver
      },
      back,
    }),
  )
  const { receiver } = form
  if (isSaved && receiver) await page.allowMore(() => page.client.nameReceiver(receiver))
}

const readTokens = async (tokenLists: TokenLists, networks: readonly Network[]): Promise<LimitToken[]> => {
  const lists = networks.map(async ({ caipNetworkId: chainId, name: network }): Promise<LimitToken[]> => {
    const { all } = await tokenLists.read(chainId)
    return all.map(({ address, symbol, decimals }) => ({
      ...{ chainId, network, symbol, decimals },
      address: address.toLowerCase(),
    }))
  })
  return (await Promise.all(lists)).flat()
}
