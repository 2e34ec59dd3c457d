import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { storeAtom, storedAtom } from './storage.ts'

/** `supports_wc` on one that was reached through the relay: it can be reached again though it is not in the page. */
export type RecentWallet = Pick<DirectoryWallet, 'id' | 'name' | 'supports_wc' | (typeof texts)[number]>

const key = 'recent_wallets'
/** Specification 9. */
const recentLimit = 2
const texts = ['image_id', 'mobile_link', 'desktop_link', 'webapp_link'] as const

/** The wallets that the visitor connected last, the last one first. */
export const recentWalletsAtom = atom((get): RecentWallet[] => {
  const stored = get(storedAtom)(key)
  return (Array.isArray(stored) ? stored : []).flatMap(parse).slice(0, recentLimit)
})

export const rememberWalletAtom = atom(null, (get, set, wallet: RecentWallet) => {
  const others = get(recentWalletsAtom).filter(({ id }) => id !== wallet.id)
  set(storeAtom, key, [...parse(wallet), ...others].slice(0, recentLimit))
})

/** Only what we wrote; its links are checked again where they are used. */
const parse = (entry: unknown): RecentWallet[] => {
  const { id, name, supports_wc, ...rest } = Object(entry) as Record<string, unknown>
  if (typeof id !== 'string' || typeof name !== 'string') return []
  const links = texts.filter((text) => typeof rest[text] === 'string').map((text) => [text, rest[text]])
  return [{ id, name, ...(supports_wc === true && { supports_wc }), ...Object.fromEntries(links) }]
}
