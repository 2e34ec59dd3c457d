import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useSetAtom } from 'jotai/react'
import { downloadsOf } from '../../core/domain/walletDownloads.ts'
import { pushAtom } from '../../router/router.ts'
import { FinePrint, LinkButton } from '../../ui/Link.tsx'
import { useMessages } from '../useMessages.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import { walletConnectMessages } from './messages.ts'

/** Links to the downloads of the chosen wallet, for a visitor who does not have it. */
export const GetWalletLink = ({ chosen }: { chosen: ChosenWallet }) => {
  const text = useMessages(walletConnectMessages)
  const push = useSetAtom(pushAtom)
  if (downloadsOf(chosen.wallet).length === 0) return null
  return (
    <FinePrint>
      {fillText(text.notYet, { wallet: chosen.wallet.name })}{' '}
      <LinkButton onClick={() => push({ view: 'Downloads', data: chosen })} focusKey="get">
        {text.getIt}
      </LinkButton>
    </FinePrint>
  )
}
