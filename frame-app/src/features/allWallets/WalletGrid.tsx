import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { walletImageUrl } from '../../core/api/wallets.ts'
import { namespaceOf } from '../../core/connectors/mergeNamespaces.ts'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { directoryIdsAtom, pageWalletsAtom } from '../../core/state/connections.ts'
import { pushAtom } from '../../router/router.ts'
import { useConnectWallet } from '../useConnectWallet.ts'
import { useMessages } from '../useMessages.ts'
import styles from './AllWalletsView.module.css'
import { columns, rowSize, searchSpace } from './grid.ts'
import { allWalletsMessages } from './messages.ts'
import { useGridKeys } from './useGridKeys.ts'
import { WalletCell, WalletCellSkeleton } from './WalletCell.tsx'
import { leftListAtom, reachPlacesAtom, type WalletList, walletAt } from './walletList.ts'

type Ready = WalletList & { status: 'ready' }

/** A virtual list: it renders only the visible rows and fetches only their pages. */
export const WalletGrid = ({ list }: { list: Ready }) => {
  const text = useMessages(allWalletsMessages)
  const choose = useChooseWallet()
  const gridRef = useRef<HTMLUListElement>(null)
  const { rows, height, margin } = useRows(gridRef, list)
  const keys = useGridKeys({ gridRef, count: list.count, reveal: (place) => rows.scrollToIndex(rowOf(place)) })
  const places = rows.getVirtualItems().flatMap(({ index, start }) =>
    [...Array(columns).keys()].map((column) => ({
      place: index * columns + column,
      style: { insetBlockStart: start - margin, insetInlineStart: `${(column * 100) / columns}%`, blockSize: height },
    })),
  )
  useReach(places.at(0)?.place, places.at(-1)?.place)
  return (
    <ul
      ref={gridRef}
      className={styles.window}
      style={{ blockSize: rows.getTotalSize() }}
      aria-label={text.wallets}
      onKeyDown={keys.press}
    >
      {places.map(({ place, style }) => {
        if (place >= list.count) return null
        const wallet = walletAt(list, place)
        if (!wallet) return <WalletCellSkeleton key={place} style={style} />
        return (
          <WalletCell
            key={place}
            id={wallet.id}
            name={wallet.name}
            iconUrl={walletImageUrl(wallet)}
            onClick={() => choose(wallet)}
            isTabStop={place === keys.place}
            onFocus={() => keys.stay(place)}
            {...{ style, position: place + 1, count: list.count }}
          />
        )
      })}
    </ul>
  )
}

const rowOf = (place: number): number => Math.floor(place / columns)

const useRows = (gridRef: RefObject<HTMLUListElement | null>, { question, count }: Ready) => {
  const leftAt = useAtomValue(leftListAtom)
  const leave = useSetAtom(leftListAtom)
  const [{ height, margin }, setBox] = useState({ height: rowSize(16), margin: searchSpace })
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => gridRef.current?.parentElement ?? null,
    estimateSize: () => height,
    scrollMargin: margin,
    // The search field covers this much.
    scrollPaddingStart: margin,
    overscan: 2,
    // A new list starts at its top.
    initialOffset: leftAt?.question === question ? leftAt.offset : 0,
    initialRect: { width: 0, height: 600 },
  })
  useLayoutEffect(() => {
    const grid = gridRef.current
    const scroller = grid?.parentElement
    if (!grid || !scroller) return
    const above = grid.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    setBox({ height: rowSize(Number.parseFloat(getComputedStyle(document.documentElement).fontSize)), margin: above })
  }, [gridRef])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height moves all rows
  useLayoutEffect(() => rows.measure(), [height])
  useEffect(() => () => leave({ question, offset: rows.scrollOffset ?? 0 }), [leave, question, rows])
  return { rows, height, margin }
}

/** Fetches the wallets that became visible. */
const useReach = (first: number | undefined, last: number | undefined): void => {
  const reach = useSetAtom(reachPlacesAtom)
  useEffect(() => {
    if (first !== undefined && last !== undefined) void reach(first, last)
  }, [reach, first, last])
}

/** Connects a wallet of the page at once. For any other wallet the next view shows how to reach it. */
const useChooseWallet = () => {
  const push = useSetAtom(pushAtom)
  const ask = useConnectWallet()
  const rows = useAtomValue(walletRowsAtom)
  const pageWallets = useAtomValue(pageWalletsAtom)
  const directoryIds = useAtomValue(directoryIdsAtom)
  return (wallet: DirectoryWallet) => {
    const isSame = (rdns: string | undefined) => rdns && (rdns === wallet.rdns || directoryIds[rdns] === wallet.id)
    const own = pageWallets === 'loading' ? undefined : pageWallets.find(({ rdns }) => isSame(rdns))
    if (!own) return push({ view: 'ConnectingWalletConnect', data: { wallet, iconUrl: walletImageUrl(wallet) } })
    const row = rows.find(({ walletIds }) => walletIds && Object.values(walletIds).includes(own.id))
    ask({ ...own, walletIds: { [namespaceOf(own)]: own.id }, ...row })
  }
}
