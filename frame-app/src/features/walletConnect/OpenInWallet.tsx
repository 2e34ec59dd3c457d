import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import { browseLink, browseTemplateOf, readPageUrl } from '../../core/domain/browseLink.ts'
import { offeredNamespacesAtom } from '../../core/state/networks.ts'
import { hostAtom } from '../../core/state/peers.ts'
import { hostOriginAtom } from '../../core/state/storage.ts'
import { backAtom } from '../../router/router.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { useMessages } from '../useMessages.ts'
import { useOpenApp } from '../useOpenApp.ts'
import type { ChosenWallet } from './chosenWallet.ts'
import { GetWalletLink } from './GetWalletLink.tsx'
import { walletConnectMessages } from './messages.ts'
import { WalletDiagram } from './WalletDiagram.tsx'

/** Shows the link that opens this page in the browser of a wallet's app, or that the app has no such link. */
export const OpenInWallet = ({ chosen }: { chosen: ChosenWallet }) => {
  const text = useMessages(walletConnectMessages)
  const template = useBrowseTemplate(chosen)
  const [title, next] = template ? [text.continueIn, text.browseNext] : [text.notReachable, text.notReachableNext]
  const values = { wallet: chosen.wallet.name }
  return (
    <Hero image={<WalletDiagram chosen={chosen} state="ready" />} title={fillText(title, values)}>
      {fillText(next, values)}
    </Hero>
  )
}

export const OpenInWalletFoot = ({ chosen }: { chosen: ChosenWallet }) => {
  const text = useMessages(walletConnectMessages)
  const back = useSetAtom(backAtom)
  const openApp = useOpenApp()
  const template = useBrowseTemplate(chosen)
  const page = usePageUrl()
  const link = page && browseLink(template, page)
  const openInWallet = fillText(text.openInWallet, { wallet: chosen.wallet.name })
  return (
    <>
      {template && !page && (
        <Button variant="primary" isBusy onClick={() => {}}>
          {openInWallet}
        </Button>
      )}
      {link && (
        <ButtonLink variant="primary" icon="open" href={link} onClick={openApp} testId="open-wallet">
          {openInWallet}
        </ButtonLink>
      )}
      {!template && <Button onClick={() => void back()}>{text.chooseAnother}</Button>}
      <GetWalletLink chosen={chosen} />
    </>
  )
}

const useBrowseTemplate = ({ wallet }: ChosenWallet) => browseTemplateOf(wallet, useAtomValue(offeredNamespacesAtom))

/** The URL of the host page; null until the page has answered. A loader of an older version does not know the call. */
const usePageUrl = (): URL | null => {
  const host = useAtomValue(hostAtom)
  const hostOrigin = useAtomValue(hostOriginAtom)
  const [page, setPage] = useState<URL | null>(null)
  useEffect(() => {
    let isCurrent = true
    const accept = (reported?: unknown) => {
      if (isCurrent) setPage(readPageUrl(reported, hostOrigin))
    }
    host?.pageUrl().then(accept, () => accept())
    return () => {
      isCurrent = false
    }
  }, [host, hostOrigin])
  return page
}
