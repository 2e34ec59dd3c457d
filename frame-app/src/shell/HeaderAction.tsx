import { useAtomValue, useSetAtom } from 'jotai/react'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { titleMessages, views } from '../features/views.ts'
import { backAtom, canGoBackAtom, pushAtom, screenAtom } from '../router/router.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'

/** Loads later, because only a connected visitor sees the network button. */
export const NetworkButton = lazyComponent(async () => (await import('./NetworkButton.tsx')).NetworkButton)

/** The button at the start of the header: it leads back, or runs the header action of the view. */
export const HeaderAction = () => {
  const text = useMessages(generalMessages)
  const canGoBack = useAtomValue(canGoBackAtom)
  const { headerAction } = views[useAtomValue(screenAtom).view]
  const back = useSetAtom(backAtom)
  const push = useSetAtom(pushAtom)
  if (headerAction === 'network') return <NetworkButton />
  if (canGoBack) return <IconButton icon="back" label={text.back} onClick={() => void back()} testId="header-back" />
  if (headerAction === 'help') return <HelpButton onClick={() => push({ view: 'WhatIsAWallet' })} />
  return null
}

const HelpButton = ({ onClick }: { onClick?: () => void }) => {
  const text = useMessages(titleMessages)
  return <IconButton icon="help" label={text.whatIsAWallet} {...(onClick ? { onClick } : {})} focusKey="help" />
}
