import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import type { WalletIds } from '../../core/connectors/order.ts'
import { networksAtom } from '../../core/state/networks.ts'
import { Body } from '../../ui/Body.tsx'
import { Hero } from '../../ui/Hero.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { Tile } from '../../ui/Tile.tsx'
import { useMessages } from '../language.ts'
import { NetworkMark } from '../NetworkMark.tsx'
import { useAskWallet } from '../useAskWallet.ts'
import { en } from './messages.ts'

type Props = { data: { name: string; iconUrl?: string | undefined; walletIds: WalletIds } }

/** A wallet that speaks several namespaces is one connection in each. */
export const ConnectingMultiChainView = ({ data: { name, iconUrl, walletIds } }: Props): ReactNode => {
  const text = useMessages('multiChain', en)
  const networks = useAtomValue(networksAtom)
  const ask = useAskWallet()
  const namespaces = [...new Set(networks.map(({ chainNamespace }) => chainNamespace))]
  return (
    <Body>
      <Hero picture={<Tile size={72} name={name} src={iconUrl} />} title={text.severalChains(name)}>
        {text.which}
      </Hero>
      <List label={text.chains}>
        {namespaces.map((namespace: ChainNamespace) => {
          const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
          const walletId = walletIds[namespace]
          return (
            walletId !== undefined && (
              <ListItem
                key={namespace}
                name={text.namesOf(own[0]?.name ?? namespace, own.length - 1)}
                start={<NetworkMark network={own[0] ?? null} />}
                end={<Icon name="next" size="small" />}
                onClick={() => ask({ name, iconUrl, walletIds: { [namespace]: walletId } })}
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
