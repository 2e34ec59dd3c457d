import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import type { WalletIdsByNamespace } from '../../core/connectors/order.ts'
import { networksAtom } from '../../core/state/networks.ts'
import { connectWalletAtom } from '../../router/connectWallet.ts'
import { Body } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { NetworkIcon } from '../NetworkIcon.tsx'
import { useMessages } from '../useMessages.ts'
import { multiChainMessages } from './multiChainMessages.ts'

type Props = { data: { name: string; iconUrl?: string | undefined; walletIds: WalletIdsByNamespace } }

/** Lets the visitor pick a namespace, because a wallet with several namespaces makes one connection for each. */
export const ConnectingMultiChainView = ({ data: { name, iconUrl, walletIds } }: Props): ReactNode => {
  const text = useMessages(multiChainMessages)
  const networks = useAtomValue(networksAtom)
  const connectWallet = useSetAtom(connectWalletAtom)
  const namespaces = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  return (
    <Body>
      <Hero
        image={<IconBox size={72} name={name} src={iconUrl} />}
        title={fillText(text.severalChains, { wallet: name })}
      >
        {text.which}
      </Hero>
      <List label={text.chains}>
        {namespaces.map((namespace: ChainNamespace) => {
          const [first, ...others] = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
          const network = first?.name ?? namespace
          const walletId = walletIds[namespace]
          return (
            walletId !== undefined && (
              <ListItem
                key={namespace}
                name={others.length > 0 ? fillText(text.andMore, { network, count: others.length }) : network}
                start={<NetworkIcon network={first ?? null} />}
                end={<Icon name="next" size="small" />}
                onClick={() => connectWallet({ name, iconUrl, walletIds: { [namespace]: walletId } })}
                testId={`w3m-chain-${namespace}`}
                focusKey={`chain ${namespace}`}
              />
            )
          )
        })}
      </List>
    </Body>
  )
}
