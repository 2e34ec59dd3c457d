import { useAtomValue, useSetAtom } from 'jotai/react'
import { activeNetworkAtom } from '../core/state/networks.ts'
import { generalMessages } from '../features/messages.ts'
import { NetworkIcon } from '../features/NetworkIcon.tsx'
import { useMessages } from '../features/useMessages.ts'
import { titleMessages, views } from '../features/views.ts'
import { backAtom, canGoBackAtom, pushAtom, screenAtom } from '../router/router.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './HeaderAction.module.css'

/** The button at the start of the header: back, or the action of the view. */
export const HeaderAction = () => {
  const text = useMessages(generalMessages)
  const canGoBack = useAtomValue(canGoBackAtom)
  const { headerAction } = views[useAtomValue(screenAtom).view]
  const back = useSetAtom(backAtom)
  const push = useSetAtom(pushAtom)
  if (headerAction === 'network') return <NetworkButton onClick={() => push({ view: 'Networks' })} />
  if (canGoBack) return <IconButton icon="back" label={text.back} onClick={() => void back()} testId="header-back" />
  if (headerAction === 'help') return <HelpButton onClick={() => push({ view: 'WhatIsAWallet' })} />
  return null
}

const HelpButton = ({ onClick }: { onClick?: () => void }) => {
  const text = useMessages(titleMessages)
  return <IconButton icon="help" label={text.whatIsAWallet} {...(onClick ? { onClick } : {})} focusKey="help" />
}

const NetworkButton = ({ onClick }: { onClick: () => void }) => {
  const text = useMessages(generalMessages)
  const network = useAtomValue(activeNetworkAtom)
  const name = network?.name ?? text.unknownNetwork
  return (
    <button
      type="button"
      className={styles.network}
      onClick={onClick}
      data-testid="w3m-account-select-network"
      data-focus-key="network"
    >
      <NetworkIcon network={network} size={20} />
      <VisuallyHidden>{text.networkIs}</VisuallyHidden>
      <bdi className={styles.name}>{name}</bdi>
      <Icon name="down" size="small" />
    </button>
  )
}
