import { useAtomValue, useSetAtom } from 'jotai/react'
import { isLegalConsentMissingAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { IconBox } from '../../ui/IconBox.tsx'
import { walletIcon } from '../../ui/icons.ts'
import { List, ListItem } from '../../ui/ListItem.tsx'
import { useMessages } from '../useMessages.ts'
import { collapsedMessages } from './collapsedMessages.ts'

/** The row that stands for the list of wallets, with the option `collapseWallets`. */
export const CollapsedWallets = () => {
  const text = useMessages(collapsedMessages)
  const isOff = useAtomValue(isLegalConsentMissingAtom)
  const push = useSetAtom(pushAtom)
  return (
    <List label={text.wallets}>
      <ListItem
        name={text.withWallet}
        start={<IconBox icon={walletIcon} />}
        disabled={isOff}
        onClick={() => push({ view: 'ConnectWallets' })}
        testId="w3m-collapse-wallets-button"
        focusKey="with wallet"
      />
    </List>
  )
}
