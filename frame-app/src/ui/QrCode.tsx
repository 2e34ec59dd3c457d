import { type ReactNode, useMemo } from 'react'
import styles from './QrCode.module.css'
import { qrShape } from './qrShape.ts'
import { Spinner } from './Spinner.tsx'

type Props = {
  text: string
  /** The accessible name of the code. */
  label: string
  /** An icon of 42 px in the middle of the code. */
  icon?: ReactNode
  /** Content that covers an expired code, which then fades. */
  over?: ReactNode
  testId?: string
}

/** Shows a text as QR code. The code is dark on white in both themes, because some readers fail on inverted codes. */
export const QrCode = ({ text, label, icon, over, testId }: Props) => (
  <div className={`${styles.qr} ${over ? styles.stale : ''}`} data-testid={testId}>
    <Code text={text} label={label} hasIcon={Boolean(icon)} />
    {icon && !over && <span className={styles.mark}>{icon}</span>}
    {over && <div className={styles.over}>{over}</div>}
  </div>
)

const Code = ({ text, label, hasIcon }: { text: string; label: string; hasIcon: boolean }) => {
  const { size, path, corners } = useMemo(() => qrShape(text, hasIcon), [text, hasIcon])
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
      {corners.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <rect className={styles.ring} x={x + 0.5} y={y + 0.5} width={6} height={6} rx={1.9} />
          <rect className={styles.dot} x={x + 2} y={y + 2} width={3} height={3} rx={1.1} />
        </g>
      ))}
    </svg>
  )
}

/** A placeholder for a QR code that is still loading. */
export const QrSkeleton = ({ label }: { label: string }) => (
  <div className={`${styles.qr} ${styles.loading}`} role="img" aria-label={label}>
    <Spinner />
  </div>
)
