import type { DirectoryPage, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { atom } from 'jotai/vanilla'
import { type DirectoryQuery, fetchDirectoryPage } from '../../core/api/directory.ts'
import { isPhone, readDevice } from '../../core/domain/device.ts'
import { visitAtom } from '../../core/state/modal.ts'
import { offeredNetworksAtom } from '../../core/state/networks.ts'
import { bootstrapAtom, optionsAtom } from '../../core/state/options.ts'

/** The number of wallets that a request asks for: for the full list, and for a search. */
const pageEntries = 40
const searchEntries = 100
const searchWaitMs = 300
const minSearchLength = 2

type Page = DirectoryWallet[] | 'loading' | 'failed'

/** The list on display. The list of a new query replaces it only after loading, so that nothing flickers. */
export type WalletList =
  | { status: 'loading' }
  | { status: 'failed'; isOffline: boolean }
  | { status: 'ready'; query: ListQuery; count: number; pages: Record<number, Page> }

type ListQuery = { search: string; certifiedOnly: boolean; entries: number }

const firstQuery: ListQuery = { search: '', certifiedOnly: false, entries: pageEntries }
const sourceAtom = atom<WalletList>({ status: 'loading' })
const queryAtom = atom<ListQuery>(firstQuery)
/** The visit that the list belongs to. */
const listVisitAtom = atom<number | null>(null)
const typedSourceAtom = atom('')
const hasCertifiedSourceAtom = atom(false)
const timerAtom = atom<ReturnType<typeof setTimeout> | undefined>(undefined)

export const walletListAtom = atom((get) => get(sourceAtom))
/** The text in the search field. */
export const typedSearchAtom = atom((get) => get(typedSourceAtom))
export const certifiedOnlyAtom = atom((get) => get(queryAtom).certifiedOnly)
/** True once a certified wallet was listed. Without one the switch would empty the list. */
export const hasCertifiedAtom = atom((get) => get(hasCertifiedSourceAtom))
/** True if a search or the certified switch narrows the list. */
export const isListNarrowedAtom = atom((get) => get(typedSourceAtom) !== '' || get(queryAtom).certifiedOnly)
/** True while the list on display belongs to an older query. */
export const isSearchingAtom = atom((get) => {
  const list = get(sourceAtom)
  return list.status === 'ready' && list.query !== get(queryAtom)
})

/** The wallet at an index of the list, or null if the page with that wallet has not loaded. */
export const walletAtIndex = (list: WalletList & { status: 'ready' }, index: number): DirectoryWallet | null => {
  const { entries } = list.query
  const page = list.pages[Math.floor(index / entries) + 1]
  return Array.isArray(page) ? (page[index % entries] ?? null) : null
}

/**
 * Loads the first page of the list, unless this visit has a list on display. A new visit starts without the search of
 * the last one, and may connect for another namespace.
 */
export const openListAtom = atom(null, async (get, set) => {
  if (get(listVisitAtom) !== get(visitAtom)) {
    set(listVisitAtom, get(visitAtom))
    clearTimeout(get(timerAtom))
    set(typedSourceAtom, '')
    set(queryAtom, firstQuery)
    set(sourceAtom, { status: 'loading' })
  }
  if (get(sourceAtom).status !== 'ready') await set(loadFirstPageAtom, get(queryAtom))
})

export const setSearchAtom = atom(null, (get, set, typed: string) => {
  set(typedSourceAtom, typed)
  clearTimeout(get(timerAtom))
  const search = typed.trim().length < minSearchLength ? '' : typed.trim()
  if (search === get(queryAtom).search) return
  const load = () =>
    void set(loadFirstPageAtom, { ...get(queryAtom), search, entries: search ? searchEntries : pageEntries })
  set(timerAtom, setTimeout(load, search ? searchWaitMs : 0))
})

export const toggleCertifiedAtom = atom(null, (get, set) =>
  set(loadFirstPageAtom, { ...get(queryAtom), certifiedOnly: !get(queryAtom).certifiedOnly }),
)

const loadFirstPageAtom = atom(null, async (get, set, query: ListQuery) => {
  set(queryAtom, query)
  if (get(sourceAtom).status === 'failed') set(sourceAtom, { status: 'loading' })
  const isWanted = () => get(queryAtom) === query
  try {
    const { data, count } = await set(fetchAtom, query, 1)
    if (isWanted()) set(sourceAtom, { status: 'ready', query, count, pages: { 1: data } })
  } catch (cause) {
    // The All Wallets view shows the failure with a button to try again.
    const isOffline = cause instanceof AppError && cause.code === 'OFFLINE'
    if (isWanted()) set(sourceAtom, { status: 'failed', isOffline })
  }
})

/** Loads the pages with the rows from `first` to `last`, except pages that were requested already. */
export const loadRangeAtom = atom(null, async (get, set, first: number, last: number) => {
  const list = get(sourceAtom)
  if (list.status !== 'ready') return
  const pageOf = (index: number) => Math.floor(Math.min(index, list.count - 1) / list.query.entries) + 1
  for (let page = pageOf(first); page <= pageOf(last); page++)
    if (list.pages[page] === undefined) void set(loadPageAtom, list.query, page)
})

export const hasFailedPagesAtom = atom((get) => {
  const list = get(sourceAtom)
  return list.status === 'ready' && Object.values(list.pages).includes('failed')
})
export const retryPagesAtom = atom(null, (get, set) => {
  const list = get(sourceAtom)
  if (list.status !== 'ready') return
  for (const [page, state] of Object.entries(list.pages))
    if (state === 'failed') void set(loadPageAtom, list.query, Number(page))
})

const loadPageAtom = atom(null, async (get, set, query: ListQuery, page: number) => {
  const setPage = (state: Page) => {
    const list = get(sourceAtom)
    if (list.status === 'ready' && list.query === query)
      set(sourceAtom, { ...list, pages: { ...list.pages, [page]: state } })
  }
  setPage('loading')
  try {
    setPage((await set(fetchAtom, query, page)).data)
  } catch {
    // A notice above the list shows the failed page with a button to try again.
    setPage('failed')
  }
})

const fetchAtom = atom(null, async (get, set, { search, certifiedOnly, entries }: ListQuery, number: number) => {
  const { includeWalletIds, excludeWalletIds } = get(optionsAtom)
  const { projectId, walletConnect } = get(bootstrapAtom)
  const phonePlatform = walletConnect ? 'mobile' : 'browse'
  const query: DirectoryQuery = {
    projectId,
    page: number,
    entries,
    search,
    certifiedOnly,
    platform: isPhone(readDevice(window)) ? phonePlatform : undefined,
    chains: get(offeredNetworksAtom).map(({ caipNetworkId }) => caipNetworkId),
    include: includeWalletIds,
    exclude: excludeWalletIds,
  }
  const page: DirectoryPage = await fetchDirectoryPage(query)
  if (page.data.some(({ badge_type }) => badge_type === 'certified')) set(hasCertifiedSourceAtom, true)
  return page
})

/** The scroll position of the list when the visitor left it, to restore it on the way back. */
export const savedListPositionAtom = atom<{ query: ListQuery; offset: number } | null>(null)
