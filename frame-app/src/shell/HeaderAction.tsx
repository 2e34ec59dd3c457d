import { useAtomValue, useSetAtom } from 'jotai/react'
import { firstTitleMessages } from '../features/firstRows.ts'
import { generalMessages } from '../features/messages.ts'
import { useMessages } from '../features/useMessages.ts'
import { backAtom, canGoBackAtom, pushAtom } from '../router/router.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { NetworkButton } from './lazyNetworkButton.ts'
import { viewRowAtom } from './loadedViews.ts'

/** The button at the start of the header: it leads back, or runs the header action of the view. */
export const HeaderAction = () => {
  const text = useMessages(generalMessages)
  const { whatIsAWallet } = useMessages(firstTitleMessages)
  const canGoBack = useAtomValue(canGoBackAtom)
  const headerAction = useAtomValue(viewRowAtom)?.headerAction
  const back = useSetAtom(backAtom)
  const push = useSetAtom(pushAtom)
  if (headerAction === 'network') return <NetworkButton />
  if (canGoBack) return <IconButton icon="back" label={text.back} onClick={() => void back()} testId="header-back" />
  if (headerAction === 'help')
    return (
      <IconButton icon="help" label={whatIsAWallet} onClick={() => push({ view: 'WhatIsAWallet' })} focusKey="help" />
    )
  return null
}
