import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { countText, fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import { type ReactNode, useState } from 'react'
import { accountsAtom } from '../../core/state/accounts.ts'
import { walletByConnectorIdAtom } from '../../core/state/connections.ts'
import { activeNetworkAtom, networkAccessAtom, networksAtom } from '../../core/state/networks.ts'
import { optionsAtom } from '../../core/state/options.ts'
import { Body } from '../../ui/Body.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Input } from '../../ui/Input.tsx'
import { checkIcon } from '../../ui/icons.ts'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { useAnnouncement } from '../announcements.ts'
import { textLocaleAtom } from '../language.ts'
import { NetworkIcon } from '../NetworkIcon.tsx'
import { useMessages } from '../useMessages.ts'
import { networksMessages } from './messages.ts'
import styles from './NetworksView.module.css'
import { searchNetworks } from './searchNetworks.ts'
import { usePickNetwork } from './usePickNetwork.ts'

export const NetworksView = (): ReactNode => {
  const text = useMessages(networksMessages)
  const locale = useAtomValue(textLocaleAtom)
  const networks = useAtomValue(networksAtom)
  const [query, setQuery] = useState('')
  const found = searchNetworks(networks, query)
  useAnnouncement(query && (found.length > 0 ? countText(text.found, found.length, locale) : text.noneFound))
  return (
    <Body hasSteadyHeight={networks.length > 8}>
      <Input label={text.search} icon="search" value={query} onChange={setQuery} testId="network-search" />
      {found.length > 0 ? <NetworkRows networks={found} /> : <p className={styles.none}>{text.noneFound}</p>}
    </Body>
  )
}

const NetworkRows = ({ networks }: { networks: Network[] }) => {
  const text = useMessages(networksMessages)
  const active = useAtomValue(activeNetworkAtom)
  const accounts = useAtomValue(accountsAtom)
  const walletOf = useAtomValue(walletByConnectorIdAtom)
  const accessTo = useAtomValue(networkAccessAtom)
  // The page can open this view although the project forbids the visitor to switch.
  const { enableNetworkSwitch } = useAtomValue(optionsAtom)
  const pick = usePickNetwork()
  return (
    <List label={text.networks}>
      {networks.map((network) => {
        const isCurrent = network.caipNetworkId === active?.caipNetworkId
        const isRefused = accessTo(network) === 'refused'
        const wallet = walletOf(accounts[network.chainNamespace].connectorId)
        return (
          <ListItem
            key={network.caipNetworkId}
            name={network.name}
            detail={isRefused ? fillText(text.notSupported, { wallet: wallet?.name ?? text.yourWallet }) : undefined}
            start={<NetworkIcon network={network} />}
            end={
              <>
                {network.testnet && <Tag>{text.testnet}</Tag>}
                {isCurrent && (
                  <span className={styles.tick}>
                    <Icon name={checkIcon} />
                  </span>
                )}
              </>
            }
            disabled={isRefused || (!enableNetworkSwitch && !isCurrent)}
            isCurrent={isCurrent}
            onClick={() => void pick(network)}
            testId={`w3m-network-switch-${network.name}`}
            focusKey={`network ${network.caipNetworkId}`}
          />
        )
      })}
    </List>
  )
}
