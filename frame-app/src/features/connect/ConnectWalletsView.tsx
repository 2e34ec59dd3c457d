import type { ReactNode } from 'react'
import { Body } from '../../ui/Body.tsx'
import { WalletHint } from './ConnectView.tsx'
import { WalletList } from './WalletList.tsx'

/** The list of wallets alone, which the Connect view hides with the option `collapseWallets`. */
export const ConnectWalletsView = (): ReactNode => (
  <Body>
    <WalletHint />
    <WalletList />
  </Body>
)
