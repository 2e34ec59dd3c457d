import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { checkLink } from './deepLink.ts'

export type Place = { kind: (typeof kinds)[number]['kind']; href: string }

const kinds = [
  { field: 'chrome_store', kind: 'extension' },
  { field: 'app_store', kind: 'iphone' },
  { field: 'play_store', kind: 'android' },
  { field: 'webapp_link', kind: 'webApp' },
  { field: 'homepage', kind: 'website' },
] as const satisfies { field: keyof DirectoryWallet; kind: string }[]

/** Where a wallet is to be had, the stores first. A link that is no page is no place, whoever wrote it. */
export const placesOf = (wallet: DirectoryWallet): Place[] =>
  kinds.flatMap(({ field, kind }) => {
    const href = checkLink(wallet[field] ?? '')
    return href?.startsWith('https:') ? [{ kind, href }] : []
  })

/** On what it runs, or null where that is not known. */
export const runsOn = ({
  chrome_store,
  app_store,
  play_store,
  mobile_link,
}: DirectoryWallet): 'phone' | 'browser' | 'phoneAndBrowser' | null => {
  const isApp = Boolean(app_store || play_store || mobile_link)
  if (chrome_store) return isApp ? 'phoneAndBrowser' : 'browser'
  return isApp ? 'phone' : null
}
