import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useState } from 'react'
import { localizeDecimal, unknownAmount } from '../../core/domain/amount.ts'
import { isOpenAtom } from '../../core/state/modal.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { localeAtom } from '../../core/state/options.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { clockIcon } from '../../ui/icons.ts'
import { LinkButton } from '../../ui/Link.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { textLocaleAtom } from '../language.ts'
import { generalMessages } from '../messages.ts'
import { useMessages } from '../useMessages.ts'
import { toAge, writeAge } from './age.ts'
import styles from './Balance.module.css'
import { isRefreshingAtom, type NativeBalance, nativeBalanceAtom, refreshBalanceAtom } from './balances.ts'
import { accountMessages } from './messages.ts'

/**
 * Shows the balance of the active account. An unknown balance is a dash, never a zero, and a stale balance shows its
 * age.
 */
export const Balance = (): ReactNode => {
  const text = useMessages(accountMessages)
  const balance = useAtomValue(nativeBalanceAtom)
  const isRefreshing = useAtomValue(isRefreshingAtom)
  const refresh = useSetAtom(refreshBalanceAtom)
  const isEarlier = balance.status === 'earlier'
  const isBusy = isRefreshing || isEarlier
  useRefreshOnOpen()
  useFailureToast(balance.status === 'failed', text.balanceUnavailable)
  return (
    <div className={styles.balance}>
      <div className={styles.line} aria-busy={isBusy || undefined}>
        <Figure balance={balance} isOld={isBusy || balance.status === 'stale'} />
        {(balance.status === 'ready' || isEarlier) && (
          <span className={styles.button}>
            <IconButton
              size="small"
              icon="retry"
              label={text.refreshBalance}
              isBusy={isBusy}
              focusKey="refresh"
              onClick={() => void refresh('pressed')}
            />
          </span>
        )}
      </div>
      <Doubt balance={balance} />
    </div>
  )
}

/**
 * Reads the balance itself, because the code that refreshes it may fail to load. Otherwise the balance of the last visit
 * would look as if it were being refreshed forever.
 */
const useRefreshOnOpen = (): void => {
  const isOpen = useAtomValue(isOpenAtom)
  const refresh = useSetAtom(refreshBalanceAtom)
  useEffect(() => {
    if (isOpen) void refresh()
  }, [isOpen, refresh])
}

/** A text of amount and symbol that is longer than this gets smaller digits. */
const roomyLength = 10

const Figure = ({ balance, isOld }: { balance: NativeBalance; isOld: boolean }) => {
  const text = useMessages(accountMessages)
  const locale = useAtomValue(localeAtom)
  if (balance.status === 'loading')
    return (
      <div className={`${styles.amount} ${styles.text}`}>
        <SkeletonLine />
        <VisuallyHidden>{text.loadingBalance}</VisuallyHidden>
      </div>
    )
  if (!('text' in balance))
    return (
      <p className={`${styles.amount} ${styles.text}`} data-testid="balance-amount">
        {unknownAmount}
      </p>
    )
  const written = localizeDecimal(balance.text, locale)
  const isLong = written.length + balance.symbol.length > roomyLength
  return (
    <p className={`${styles.amount} ${styles.text} ${isOld ? styles.old : ''}`} data-testid="balance-amount">
      <bdi>
        <span data-fact="balance">{written}</span>{' '}
        <span className={styles.minor} data-fact="symbol">
          {balance.symbol}
        </span>
      </bdi>
      {/* An element instead of a class name, so that the next visit's first paint has digits of this size too. */}
      {isLong && (
        <span hidden data-fact="longBalance">
          {' '}
        </span>
      )}
    </p>
  )
}

type Doubtful = NativeBalance & { status: 'stale' | 'failed' }
const isDoubtful = (balance: NativeBalance): balance is Doubtful =>
  balance.status === 'stale' || balance.status === 'failed'

/** Says that the balance is old or unknown. Once shown, the line keeps its space. */
const Doubt = ({ balance }: { balance: NativeBalance }) => {
  const text = useMessages(accountMessages)
  const { tryAgain } = useMessages(generalMessages)
  const refresh = useSetAtom(refreshBalanceAtom)
  const [last, setLast] = useState<Doubtful | null>(null)
  if (isDoubtful(balance) && balance !== last) setLast(balance)
  const shown = isDoubtful(balance) ? balance : last
  if (!shown) return null
  return (
    <p className={`${styles.status} ${shown === balance ? '' : styles.past}`}>
      <Icon name={shown.status === 'stale' ? clockIcon : 'warn'} size="small" />
      {shown.status === 'stale' ? <Since at={shown.at} /> : text.balanceNotLoaded}
      <LinkButton onClick={() => void refresh('pressed')}>{tryAgain}</LinkButton>
    </p>
  )
}

const tickMs = 1_000

const Since = ({ at }: { at: number }) => {
  const text = useMessages(accountMessages)
  const locale = useAtomValue(textLocaleAtom)
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return fillText(text.updated, { age: writeAge(toAge(now - at), locale) })
}

/** Shows a failed read of the balance also as toast, because the balance may be scrolled out of sight. */
const useFailureToast = (hasFailed: boolean, message: string): void => {
  const showToast = useSetAtom(showToastAtom)
  useEffect(() => {
    if (hasFailed) showToast({ variant: 'error', message })
  }, [hasFailed, message, showToast])
}
