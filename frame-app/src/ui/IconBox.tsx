import { useState } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconBox.module.css'

type Props = {
  size?: 20 | 36 | 42 | 44 | 52 | 64 | 72
  isRound?: boolean
  tone?: 'plain' | 'accent' | 'warn' | undefined
} & (
  | { icon: IconName }
  /** Shows the image, or the first letter of the name if there is no image. The name itself stands beside the box. */
  | { name: string; src?: string | undefined }
)

export const IconBox = ({ size = 36, isRound = false, tone, ...content }: Props) => {
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const shape = `${styles.box} ${styles[`size${size}`]} ${isRound ? styles.round : ''}`
  if ('icon' in content)
    return (
      <span className={`${shape} ${styles[tone ?? 'plain']}`}>
        <Icon name={content.icon} size={size >= 64 ? 'large' : size <= 20 ? 'small' : 'medium'} />
      </span>
    )
  const { name, src } = content
  if (!src || src === brokenSrc)
    return (
      <span className={`${shape} ${styles[tone ?? tintOf(name)]} ${styles.letter}`} aria-hidden="true">
        {[...name.trim()][0]?.toUpperCase()}
      </span>
    )
  return (
    <span className={`${shape} ${styles.image}`}>
      <img
        src={src}
        alt=""
        draggable={false}
        decoding="async"
        // An image with a data URL is part of the document and of the first paint, so it does not load lazily.
        loading={src.startsWith('data:') ? undefined : 'lazy'}
        // React misses the error event of a prerendered image that failed before hydration, so this checks such an
        // image again.
        ref={(image) => {
          if (image?.complete) image.decode?.().catch(() => setBrokenSrc(src))
        }}
        onError={() => setBrokenSrc(src)}
      />
    </span>
  )
}

/**
 * The background of a box without an image. It depends on the name alone, so that one name always has the same tint.
 */
const tintOf = (name: string): `tint${1 | 2 | 3 | 4 | 5 | 6}` => {
  let hash = 0x811c9dc5
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return `tint${(((hash >>> 12) % 6) + 1) as 1 | 2 | 3 | 4 | 5 | 6}`
}
