import { useAtomValue, useSetAtom } from 'jotai/react'
import { isNetworkSupportedAtom } from '../core/state/networks.ts'
import { alertAtom } from '../core/state/notices.ts'
import { optionsAtom } from '../core/state/options.ts'
import { networkMessages } from '../features/networks/networkMessages.ts'
import { useErrorText, useMessages } from '../features/useMessages.ts'
import { pushAtom, screenAtom } from '../router/router.ts'
import { AlertBar } from '../ui/AlertBar.tsx'
import { LinkButton } from '../ui/Link.tsx'

/**
 * Bars at the top of the card: one for a configuration error of the site, one for a network that the site does not use.
 */
export const Alerts = () => {
  const errorText = useErrorText()
  const alert = useAtomValue(alertAtom)
  return (
    <>
      {alert && (
        <AlertBar variant="error" testId="wui-alertbar-text">
          {errorText(alert)}
        </AlertBar>
      )}
      <UnsupportedNetwork />
    </>
  )
}

const UnsupportedNetwork = () => {
  const text = useMessages(networkMessages)
  const isSupported = useAtomValue(isNetworkSupportedAtom)
  const { unsupportedChain, enableNetworkSwitch } = useAtomValue(optionsAtom)
  const { view } = useAtomValue(screenAtom)
  const push = useSetAtom(pushAtom)
  if (isSupported || unsupportedChain !== 'banner' || view !== 'Account') return null
  return (
    <AlertBar
      variant="warning"
      action={
        enableNetworkSwitch && (
          <LinkButton onClick={() => push({ view: 'Networks' })} focusKey="switch">
            {text.switchShort}
          </LinkButton>
        )
      }
    >
      {text.networkNotUsed}
    </AlertBar>
  )
}
