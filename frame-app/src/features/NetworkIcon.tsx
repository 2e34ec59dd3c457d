import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { networkImageUrl } from '../core/api/wallets.ts'
import { IconBox } from '../ui/IconBox.tsx'

type Props = { network: Network | null; size?: 20 | 36 | 64 }

/** Round, as everything that is no application. A network that is not ours has no face. */
export const NetworkIcon = ({ network, size = 36 }: Props) =>
  network ? (
    <IconBox isRound size={size} name={network.name} src={networkImageUrl(network)} />
  ) : (
    <IconBox isRound size={size} name="?" tone="plain" />
  )
