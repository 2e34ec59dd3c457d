import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { checkLink } from './deepLink.ts'

export type Download = { kind: (typeof kinds)[number]['kind']; href: string }

const kinds = [
  { field: 'chrome_store', kind: 'extension' },
  { field: 'app_store', kind: 'iphone' },
  { field: 'play_store', kind: 'android' },
  { field: 'webapp_link', kind: 'webApp' },
  { field: 'homepage', kind: 'website' },
] as const satisfies { field: keyof DirectoryWallet; kind: string }[]

/** Lists the download pages of a wallet, stores first. Drops links other than https, whoever wrote them. */
export const downloadsOf = (wallet: DirectoryWallet): Download[] =>
  kinds.flatMap(({ field, kind }) => {
    const href = checkLink(wallet[field] ?? '')
    return href?.startsWith('https:') ? [{ kind, href }] : []
  })

/** The platforms that a wallet runs on, derived from its links. Null if the links name no platform. */
export const platformsInWalletLinks = ({
  chrome_store,
  app_store,
  play_store,
  mobile_link,
}: DirectoryWallet): 'phone' | 'browser' | 'phoneAndBrowser' | null => {
  const isApp = Boolean(app_store || play_store || mobile_link)
  if (chrome_store) return isApp ? 'phoneAndBrowser' : 'browser'
  return isApp ? 'phone' : null
}
