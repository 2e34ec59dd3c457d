import { useAtomValue } from 'jotai/react'
import { walletRowsAtom } from '../../core/connectors/walletRows.ts'
import { isReconnectingAtom } from '../../core/state/accounts.ts'
import { bootstrapAtom } from '../../core/state/options.ts'
import { Hero } from '../../ui/Hero.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { walletIcon } from '../../ui/icons.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useMessages } from '../useMessages.ts'
import { walletNoticeMessages } from './walletNoticeMessages.ts'

/** The notice above the wallets, if there is one. */
export const WalletNotice = () => {
  const text = useMessages(walletNoticeMessages)
  const isReconnecting = useAtomValue(isReconnectingAtom)
  const rows = useAtomValue(walletRowsAtom)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  if (isReconnecting)
    return (
      <Notice tone="info" icon={walletIcon} title={text.reconnecting}>
        {text.reconnectingNext}
      </Notice>
    )
  if (rows.length === 0)
    return (
      <Hero image={<IconBox size={64} icon={walletIcon} />} title={text.noWallets}>
        {text.noWalletsNext}
      </Hero>
    )
  if (!walletConnect && !rows.some(({ connectorId }) => connectorId))
    return (
      <Notice tone="info" icon={walletIcon} title={text.noWallets}>
        {text.noWalletsNext}
      </Notice>
    )
  return null
}
