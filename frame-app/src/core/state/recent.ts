import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { readStorageAtom, writeStorageAtom } from './storage.ts'

/**
 * A wallet that the visitor used recently. With `supports_wc` the wallet connected through the relay, so it can connect
 * again although the page does not have it.
 */
export type RecentWallet = Pick<DirectoryWallet, 'id' | 'name' | 'supports_wc' | (typeof texts)[number]>

const key = 'recent_wallets'
/** How many recent wallets the frame keeps. */
const recentLimit = 2
const texts = ['image_id', 'mobile_link', 'desktop_link', 'webapp_link'] as const

/** The visitor's recent wallets, newest first. */
export const recentWalletsAtom = atom((get): RecentWallet[] => {
  const stored = get(readStorageAtom)(key)
  return (Array.isArray(stored) ? stored : []).flatMap(parse).slice(0, recentLimit)
})

export const rememberRecentWalletAtom = atom(null, (get, set, wallet: RecentWallet) => {
  const others = get(recentWalletsAtom).filter(({ id }) => id !== wallet.id)
  set(writeStorageAtom, key, [...parse(wallet), ...others].slice(0, recentLimit))
})

/** Validates a stored wallet. Its links are validated again when they are used. */
const parse = (entry: unknown): RecentWallet[] => {
  const { id, name, supports_wc, ...rest } = Object(entry) as Record<string, unknown>
  if (typeof id !== 'string' || typeof name !== 'string') return []
  const links = texts.filter((text) => typeof rest[text] === 'string').map((text) => [text, rest[text]])
  return [{ id, name, ...(supports_wc === true && { supports_wc }), ...Object.fromEntries(links) }]
}
