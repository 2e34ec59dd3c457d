import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { walletImageUrl } from '../../core/api/wallets.ts'
import { namespaceOfPageWallet } from '../../core/connectors/mergeNamespaces.ts'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { directoryIdsAtom, pageWalletsAtom } from '../../core/state/connections.ts'
import { connectWalletAtom } from '../../router/connectWallet.ts'
import { pushAtom } from '../../router/router.ts'
import { useMessages } from '../useMessages.ts'
import styles from './AllWalletsView.module.css'
import { columnsIn, searchFieldHeight, usualColumns, walletRowHeight } from './grid.ts'
import { allWalletsMessages } from './messages.ts'
import { useGridKeys } from './useGridKeys.ts'
import { WalletCell, WalletCellSkeleton } from './WalletCell.tsx'
import { loadRangeAtom, savedListPositionAtom, type WalletList, walletAtIndex } from './walletList.ts'

type Ready = WalletList & { status: 'ready' }

/**
 * A virtual list: it renders only the visible rows, and fetches only the pages of the directory that these rows need.
 */
export const WalletGrid = ({ list }: { list: Ready }) => {
  const text = useMessages(allWalletsMessages)
  const choose = useChooseWallet()
  const gridRef = useRef<HTMLUListElement>(null)
  const { rows, columns, height, margin } = useRows(gridRef, list)
  const keys = useGridKeys({
    gridRef,
    count: list.count,
    columns,
    reveal: (cellIndex) => rows.scrollToIndex(Math.floor(cellIndex / columns)),
  })
  const cells = rows.getVirtualItems().flatMap(({ index, start }) =>
    [...Array(columns).keys()].map((column) => ({
      cellIndex: index * columns + column,
      style: {
        insetBlockStart: start - margin,
        insetInlineStart: `${(column * 100) / columns}%`,
        inlineSize: `${100 / columns}%`,
        blockSize: height,
      },
    })),
  )
  useVisibleRange(cells.at(0)?.cellIndex, cells.at(-1)?.cellIndex)
  return (
    <ul
      ref={gridRef}
      className={styles.window}
      style={{ blockSize: rows.getTotalSize() }}
      aria-label={text.wallets}
      onKeyDown={keys.handleKey}
    >
      {cells.map(({ cellIndex, style }) => {
        if (cellIndex >= list.count) return null
        const wallet = walletAtIndex(list, cellIndex)
        if (!wallet) return <WalletCellSkeleton key={cellIndex} style={style} />
        return (
          <WalletCell
            key={cellIndex}
            id={wallet.id}
            name={wallet.name}
            iconUrl={walletImageUrl(wallet)}
            onClick={() => choose(wallet)}
            isTabStop={cellIndex === keys.cellIndex}
            onFocus={() => keys.focusCell(cellIndex)}
            {...{ style, position: cellIndex + 1, count: list.count }}
          />
        )
      })}
    </ul>
  )
}

/** The box of the grid before it is measured. */
const usualBox = { columns: usualColumns, height: walletRowHeight(16), margin: searchFieldHeight }

const useRows = (gridRef: RefObject<HTMLUListElement | null>, { query, count }: Ready) => {
  const leftList = useAtomValue(savedListPositionAtom)
  const setLeftList = useSetAtom(savedListPositionAtom)
  const [{ columns, height, margin }, setBox] = useState(usualBox)
  const rows = useVirtualizer({
    count: Math.ceil(count / columns),
    getScrollElement: () => gridRef.current?.parentElement ?? null,
    estimateSize: () => height,
    scrollMargin: margin,
    // Keeps this much space free for the search field, which covers the top of the list.
    scrollPaddingStart: margin,
    overscan: 2,
    // A new query scrolls the list to its top.
    initialOffset: leftList?.query === query ? leftList.offset : 0,
    initialRect: { width: 0, height: 600 },
  })
  useLayoutEffect(() => {
    const grid = gridRef.current
    const scroller = grid?.parentElement
    if (!grid || !scroller) return
    const offset = grid.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop
    const rootFontPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
    setBox({ columns: columnsIn(grid.clientWidth, rootFontPx), height: walletRowHeight(rootFontPx), margin: offset })
  }, [gridRef])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height moves all rows
  useLayoutEffect(() => rows.measure(), [height])
  useEffect(() => () => setLeftList({ query, offset: rows.scrollOffset ?? 0 }), [setLeftList, query, rows])
  return { rows, columns, height, margin }
}

/** Fetches the pages of the rows that are visible now. */
const useVisibleRange = (first: number | undefined, last: number | undefined): void => {
  const load = useSetAtom(loadRangeAtom)
  useEffect(() => {
    if (first !== undefined && last !== undefined) void load(first, last)
  }, [load, first, last])
}

/** Connects a wallet of the page at once. For any other wallet the next view shows how to reach it. */
const useChooseWallet = () => {
  const push = useSetAtom(pushAtom)
  const connectWallet = useSetAtom(connectWalletAtom)
  const rows = useAtomValue(walletRowsAtom)
  const pageWallets = useAtomValue(pageWalletsAtom)
  const directoryIds = useAtomValue(directoryIdsAtom)
  return (wallet: DirectoryWallet) => {
    const isSame = (rdns: string | undefined) => rdns && (rdns === wallet.rdns || directoryIds[rdns] === wallet.id)
    const pageWallet = pageWallets.find(({ rdns }) => isSame(rdns))
    if (!pageWallet) return push({ view: 'ConnectingWalletConnect', data: { wallet, iconUrl: walletImageUrl(wallet) } })
    const row = rows.find(({ walletIds }) => walletIds && Object.values(walletIds).includes(pageWallet.id))
    connectWallet({ ...pageWallet, walletIds: { [namespaceOfPageWallet(pageWallet)]: pageWallet.id }, ...row })
  }
}
