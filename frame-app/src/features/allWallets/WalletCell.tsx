import type { CSSProperties } from 'react'
import { IconBox } from '../../ui/IconBox.tsx'
import styles from './AllWalletsView.module.css'

type GridPosition = { style?: CSSProperties; position?: number; count?: number }

type Props = GridPosition & {
  id: string
  name: string
  iconUrl: string | undefined
  onClick: () => void
  isTabStop?: boolean
  onFocus?: () => void
}

export const WalletCell = ({ id, name, iconUrl, onClick, isTabStop = true, onFocus, ...position }: Props) => (
  <li style={position.style} className={styles.place} aria-posinset={position.position} aria-setsize={position.count}>
    <button
      type="button"
      className={styles.cell}
      title={name}
      tabIndex={isTabStop ? 0 : -1}
      onClick={onClick}
      onFocus={onFocus}
      data-testid={`wallet-search-item-${id}`}
      data-focus-key={`wallet ${id}`}
    >
      <IconBox size={52} name={name} src={iconUrl} />
      <span className={styles.name} dir="auto">
        {name}
      </span>
    </button>
  </li>
)

/** A placeholder with the size of a wallet's cell. */
export const WalletCellSkeleton = ({ style }: GridPosition) => (
  <li style={style} className={`${styles.place} ${styles.cell}`} aria-hidden="true">
    <span className={styles.tileBone} />
    <span className={styles.nameBone} />
  </li>
)
