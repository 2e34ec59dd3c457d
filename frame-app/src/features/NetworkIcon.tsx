import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { useAtomValue } from 'jotai/react'
import { networkImageUrl } from '../core/api/wallets.ts'
import { optionsAtom } from '../core/state/options.ts'
import { IconBox } from '../ui/IconBox.tsx'

type Props = { network: Network | null; size?: 20 | 36 | 64 }

/**
 * A network icon. It is round, as all icons except those of applications. A network that the site does not list has no
 * image.
 */
export const NetworkIcon = ({ network, size = 36 }: Props) => {
  const { chainImages } = useAtomValue(optionsAtom)
  return network ? (
    <IconBox
      isRound
      size={size}
      name={network.name}
      src={chainImages[network.caipNetworkId] ?? networkImageUrl(network)}
    />
  ) : (
    <IconBox isRound size={size} name="?" tone="plain" />
  )
}
