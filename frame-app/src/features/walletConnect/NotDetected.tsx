import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useSetAtom } from 'jotai/react'
import { downloadsOf } from '../../core/domain/walletDownloads.ts'
import { pushAtom } from '../../router/router.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { downloadIcon } from '../../ui/icons.ts'
import { FinePrint } from '../../ui/Link.tsx'
import { useMessages } from '../useMessages.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import { walletConnectMessages } from './messages.ts'

/** Shows that this browser lacks the extension of a listed wallet. Offers its store and no attempt to connect. */
export const NotDetected = ({ chosen: { wallet, iconUrl } }: { chosen: ChosenWallet }) => {
  const text = useMessages(walletConnectMessages)
  return (
    <Hero image={<IconBox size={72} name={wallet.name} src={iconUrl} />} title={text.notDetected}>
      {fillText(text.notDetectedWhy, { wallet: wallet.name })}
    </Hero>
  )
}

export const NotDetectedFoot = ({ chosen }: { chosen: ChosenWallet }) => {
  const text = useMessages(walletConnectMessages)
  const push = useSetAtom(pushAtom)
  const downloads = downloadsOf(chosen.wallet)
  const store = downloads.find(({ kind }) => kind === 'extension')
  const hasOthers = downloads.some((download) => download !== store)
  const showPlaces = () => push({ view: 'Downloads', data: chosen })
  const getWallet = fillText(text.getWallet, { wallet: chosen.wallet.name })
  if (!store)
    return (
      hasOthers && (
        <Button variant="primary" icon={downloadIcon} onClick={showPlaces} focusKey="downloads">
          {getWallet}
        </Button>
      )
    )
  return (
    <>
      <ButtonLink variant="primary" icon={downloadIcon} href={store.href}>
        {getWallet}
      </ButtonLink>
      {hasOthers && (
        <Button variant="quiet" onClick={showPlaces} focusKey="downloads">
          {text.otherWays}
        </Button>
      )}
      <FinePrint>{text.reloadAfter}</FinePrint>
    </>
  )
}
