import type { CSSProperties } from 'react'
import { IconBox } from '../../ui/IconBox.tsx'
import styles from './AllWalletsView.module.css'

type Place = { style?: CSSProperties; position?: number; count?: number }

type Props = Place & {
  id: string
  name: string
  iconUrl: string | undefined
  onClick: () => void
  isTabStop?: boolean
  onFocus?: () => void
}

export const WalletCell = ({ id, name, iconUrl, onClick, isTabStop = true, onFocus, ...place }: Props) => (
  <li style={place.style} className={styles.place} aria-posinset={place.position} aria-setsize={place.count}>
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

/** A placeholder with the size of a cell. */
export const WalletCellSkeleton = ({ style }: Place) => (
  <li style={style} className={`${styles.place} ${styles.cell}`} aria-hidden="true">
    <span className={styles.tileBone} />
    <span className={styles.nameBone} />
  </li>
)
