import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { activeWalletAtom } from '../../core/state/connections.ts'
import {
  activeNetworkAtom,
  chooseNetworkAtom,
  networksAtom,
  setConnectNamespaceAtom,
} from '../../core/state/networks.ts'
import { backAtom, pushAtom } from '../../router/router.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConnectionDiagram } from '../../ui/ConnectionDiagram.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { NetworkIcon } from '../NetworkIcon.tsx'
import { useMessages } from '../useMessages.ts'
import { networksMessages } from './messages.ts'

/** Offers a wallet for a network that no connected wallet supports. The other wallets stay connected. */
export const SwitchActiveChainView = ({ data }: { data: { caipNetworkId: string; name: string } }): ReactNode => {
  const text = useMessages(networksMessages)
  const target = useAtomValue(networksAtom).find(({ caipNetworkId }) => caipNetworkId === data.caipNetworkId) ?? null
  const current = useAtomValue(activeNetworkAtom)
  const wallet = useAtomValue(activeWalletAtom)
  const chooseNetwork = useSetAtom(chooseNetworkAtom)
  const connectFor = useSetAtom(setConnectNamespaceAtom)
  const push = useSetAtom(pushAtom)
  const back = useSetAtom(backAtom)
  const walletName = wallet?.name ?? text.yourWallet
  const connect = () => {
    if (!target) return
    // The wallet that the visitor connects next starts on this network, if the wallet lets the page choose the network.
    chooseNetwork(target.caipNetworkId)
    connectFor(target.chainNamespace)
    push({ view: 'Connect' })
  }
  return (
    <>
      <Body>
        <Hero
          image={
            <ConnectionDiagram
              from={<IconBox size={64} name={walletName} src={wallet?.iconUrl} />}
              to={<NetworkIcon network={target} size={64} />}
              state="stopped"
            />
          }
          title={fillText(text.noAccount, { wallet: walletName, network: data.name })}
        >
          {fillText(text.staysConnected, { wallet: walletName, network: data.name, current: current?.name ?? '' })}
        </Hero>
      </Body>
      <ViewFoot>
        <Button variant="primary" onClick={connect} testId="w3m-switch-active-chain-button">
          {fillText(text.connectFor, { network: data.name })}
        </Button>
        <Button variant="quiet" onClick={() => void back()}>
          {text.notNow}
        </Button>
      </ViewFoot>
    </>
  )
}
