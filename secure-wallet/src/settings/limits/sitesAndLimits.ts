import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { LimitedSite } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { workingPanel } from '../../login/workingPanel.ts'
import type { ServerClient } from '../../session/serverClient.ts'
import type { Session } from '../../session/session.ts'
import { createTokenLists, type TokenLists } from '../../session/tokenList.ts'
import type { PanelSurface } from '../../ui/surface.ts'
import type { CustodyApi } from '../../worker/contract.ts'
import { askInPanel } from '../askInPanel.ts'
import { type GuardPress, isConfirmedInPanel } from '../confirmInPanel.ts'
import { messages as settingsMessages } from '../messages.ts'
import { createLimitsClient, type NewLimit, type NewReceiver } from './limitsClient.ts'
import { namingPanel, type ReceiversChoice, receiversPanel } from './receiverPanels.ts'
import { type SitesChoice, sitePanel, sitesPanel } from './sitePanels.ts'
import type { LimitToken } from './tokenAmounts.ts'

export type LimitParts = { networks: readonly Network[]; server: ServerClient }
type Options = LimitParts & {
  session: Session
  custody: CustodyApi
  surface: PanelSurface
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  unlock(): Promise<void>
  guardPress: GuardPress
}

/**
 * The page "Sites and limits" of the wallet window. What allows more has the approval gates, and needs a fresh login and
 * the open wallet (SECURITY-MODEL.md 3.10).
 */
export const showSitesAndLimits = async (options: Options, signal: AbortSignal): Promise<void> => {
  const { surface, fresh, unlock, guardPress, server } = options
  const networks = options.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const client = createLimitsClient(options)
  const tokenLists = createTokenLists(server)
  const work = (): Promise<void> => surface.show('settings', workingPanel(settingsMessages.working))

  const allowMore = async (run: () => Promise<void>): Promise<void> => {
    await unlock()
    await work()
    await fresh(run, signal)
  }

  const showSite = async (site: LimitedSite, tokens: readonly LimitToken[]): Promise<void> => {
    const form: { limit: NewLimit | null; isRemoved: boolean } = { limit: null, isRemoved: false }
    const isSaved = await isConfirmedInPanel(surface, signal, guardPress, (back) =>
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
    if (isSaved && limit) await allowMore(() => client.setLimit(limit))
    if (isRemoved && site.limit) await client.removeLimit(site.limit.id)
  }

  const nameReceiver = async (): Promise<void> => {
    const form: { receiver: NewReceiver | null } = { receiver: null }
    const isSaved = await isConfirmedInPanel(surface, signal, guardPress, (back) =>
      namingPanel({
        networks,
        changed: (receiver) => {
          form.receiver = receiver
        },
        back,
      }),
    )
    const { receiver } = form
    if (isSaved && receiver) await allowMore(() => client.nameReceiver(receiver))
  }

  const showReceivers = async (): Promise<void> => {
    for (;;) {
      await work()
      const receivers = await client.receivers()
      const choice = await askInPanel<ReceiversChoice>(surface, signal, (choose) =>
        receiversPanel({ receivers, networks, choose }),
      )
      if (choice === 'back') return
      if (choice === 'name') await nameReceiver()
      else await client.removeReceiver(choice.remove.id)
    }
  }

  for (;;) {
    await work()
    const [sites, tokens] = await Promise.all([client.sites(), readTokens(tokenLists, networks)])
    const choice = await askInPanel<SitesChoice>(surface, signal, (choose) => sitesPanel({ sites, tokens, choose }))
    if (choice === 'back') return
    if (choice === 'receivers') await showReceivers()
    else await showSite(choice.site, tokens)
  }
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
