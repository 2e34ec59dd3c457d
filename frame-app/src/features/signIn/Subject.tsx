import { useAtomValue } from 'jotai/react'
import { shortenAddress } from '../../core/domain/address.ts'
import { displayAddressAtom } from '../../core/state/addresses.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { Facts } from '../../ui/Facts.tsx'
import { useMessages } from '../useMessages.ts'
import { signInMessages } from './messages.ts'

/** Who signs, and where. */
export const Subject = () => {
  const text = useMessages(signInMessages)
  const address = useAtomValue(displayAddressAtom)
  const network = useAtomValue(activeNetworkAtom)
  return (
    <Facts
      facts={[
        { name: text.account, value: shortenAddress(address ?? '') },
        { name: text.network, value: network?.name ?? '' },
      ]}
    />
  )
}
