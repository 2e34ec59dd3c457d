import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { networkImageUrl } from '../core/api/wallets.ts'
import { Tile } from '../ui/Tile.tsx'

type Props = { network: Network | null; size?: 20 | 36 | 64 }

/** Round, as everything that is no application. A network that is not ours has no face. */
export const NetworkMark = ({ network, size = 36 }: Props) =>
  network ? (
    <Tile round size={size} name={network.name} src={networkImageUrl(network)} />
  ) : (
    <Tile round size={size} name="?" tone="plain" />
  )
