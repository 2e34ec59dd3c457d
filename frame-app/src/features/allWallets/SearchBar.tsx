import { useAtomValue, useSetAtom } from 'jotai/react'
import { bootstrapAtom } from '../../core/state/options.ts'
import { pushAtom } from '../../router/router.ts'
import { Input } from '../../ui/Input.tsx'
import { shieldIcon } from '../../ui/icons.ts'
import { SquareButton } from '../../ui/SquareButton.tsx'
import { useMessages } from '../useMessages.ts'
import styles from './AllWalletsView.module.css'
import { allWalletsMessages } from './messages.ts'
import {
  certifiedOnlyAtom,
  hasCertifiedAtom,
  setSearchAtom,
  toggleCertifiedAtom,
  typedSearchAtom,
} from './walletList.ts'

export const SearchBar = () => {
  const text = useMessages(allWalletsMessages)
  const { walletConnect } = useAtomValue(bootstrapAtom)
  const typed = useAtomValue(typedSearchAtom)
  const type = useSetAtom(setSearchAtom)
  const certifiedOnly = useAtomValue(certifiedOnlyAtom)
  const hasCertified = useAtomValue(hasCertifiedAtom)
  const toggleCertified = useSetAtom(toggleCertifiedAtom)
  const push = useSetAtom(pushAtom)
  return (
    <div className={styles.search}>
      <Input
        label={text.search}
        icon="search"
        value={typed}
        onChange={type}
        clearLabel={text.clear}
        testId="wallet-search"
      />
      {hasCertified && (
        <SquareButton
          icon={shieldIcon}
          label={text.certified}
          isPressed={certifiedOnly}
          onClick={() => void toggleCertified()}
          testId="wui-certified-switch"
        />
      )}
      {walletConnect && (
        <SquareButton
          icon="qr"
          label={text.showCode}
          onClick={() => push({ view: 'ConnectingWalletConnectBasic' })}
          focusKey="code"
        />
      )}
    </div>
  )
}
