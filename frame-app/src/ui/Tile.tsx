import { useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Tile.module.css'

type Props = {
  size?: 20 | 36 | 44 | 64 | 72
  round?: boolean
  tone?: 'plain' | 'accent' | 'warn'
} & (
  | { icon: IconName }
  /** Decorative: the name stands beside it. Its first letter stands in where there is no picture. */
  | { name: string; src?: string | undefined }
)

export const Tile = ({ size = 36, round = false, tone = 'plain', ...content }: Props) => {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const shape = `${styles.tile} ${styles[`size${size}`]} ${round ? styles.round : ''}`
  if ('icon' in content)
    return (
      <span className={`${shape} ${styles[tone]}`}>
        <Icon name={content.icon} size={size >= 64 ? 'large' : size <= 20 ? 'small' : 'medium'} />
      </span>
    )
  const { name, src } = content
  if (!src || src === brokenSrc)
    return (
      <span className={`${shape} ${styles[tone]} ${styles.letter}`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase() ?? '?'}
      </span>
    )
  return (
    <span className={`${shape} ${styles.picture}`}>
      <img src={src} alt="" draggable={false} decoding="async" onError={() => setBrokenSrc(src)} />
    </span>
  )
}
