import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import type { ReactNode } from 'react'
import { groupAddress } from '../../core/domain/address.ts'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { activeDisplayAddressAtom } from '../../core/state/addresses.ts'
import { activeNetworkAtom, networksAtom } from '../../core/state/networks.ts'
import { Body, ViewFoot } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { copyIcon } from '../../ui/icons.ts'
import { List, ListFact } from '../../ui/ListItem.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { NetworkIcon } from '../NetworkIcon.tsx'
import { useMessages } from '../useMessages.ts'
import { accountMessages } from './messages.ts'
import { useCopyAddress } from './useCopyAddress.ts'
import styles from './WalletReceiveView.module.css'

export const WalletReceiveView = (): ReactNode => {
  const text = useMessages(accountMessages)
  const address = useAtomValue(activeDisplayAddressAtom)
  const copy = useCopyAddress()
  if (!address) return null
  return (
    <>
      <Body>
        <QrCode text={address} label={text.addressCode} testId="w3m-receive-code" />
        <Address address={address} />
        <Compatible />
      </Body>
      <ViewFoot>
        <Button
          variant="primary"
          icon={copyIcon}
          onClick={() => void copy(address)}
          testId="receive-address-copy-button"
        >
          {text.copy}
        </Button>
      </ViewFoot>
    </>
  )
}

/** Highlights both ends of the address, since people compare those. */
const Address = ({ address }: { address: string }) => {
  const groups = groupAddress(address)
  return (
    <p className={styles.address} data-testid="w3m-receive-address">
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same four characters may occur twice, and the groups keep their order
        <span key={index} className={index === 0 || index === groups.length - 1 ? styles.end : undefined}>
          {group}
        </span>
      ))}
    </p>
  )
}

/**
 * Lists the networks on which the visitor can receive. An account has the same address on all networks of its
 * namespace.
 */
const Compatible = () => {
  const text = useMessages(accountMessages)
  const namespace = useAtomValue(activeAccountAtom)?.namespace
  const active = useAtomValue(activeNetworkAtom)
  const networks = useAtomValue(networksAtom).filter(({ chainNamespace }) => chainNamespace === namespace)
  const first = active ?? networks[0]
  if (!first) return null
  const others = networks.filter((network) => network !== first)
  return (
    <List>
      <ListFact
        name={others.length === 0 ? first.name : fillText(text.andMore, { network: first.name, count: others.length })}
        detail={text.compatibleNetworks}
        start={<NetworkIcon network={first} />}
      />
    </List>
  )
}
