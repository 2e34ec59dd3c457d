import { useAtomValue, useSetAtom } from 'jotai/react'
import { activeNetworkAtom } from '../core/state/networks.ts'
import { optionsAtom } from '../core/state/options.ts'
import { NetworkIcon } from '../features/NetworkIcon.tsx'
import { networkMessages } from '../features/networks/networkMessages.ts'
import { useMessages } from '../features/useMessages.ts'
import { pushAtom } from '../router/router.ts'
import { Icon } from '../ui/Icon.tsx'
import { downIcon } from '../ui/icons.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './NetworkButton.module.css'

/** Shows the active network. Leads to the list of networks, unless the project forbids the visitor to switch. */
export const NetworkButton = () => {
  const push = useSetAtom(pushAtom)
  const text = useMessages(networkMessages)
  const network = useAtomValue(activeNetworkAtom)
  const { enableNetworkSwitch } = useAtomValue(optionsAtom)
  const content = (
    <>
      <NetworkIcon network={network} size={20} />
      <VisuallyHidden>{text.networkIs}</VisuallyHidden>
      <bdi className={styles.name} data-fact="network">
        {network?.name ?? text.unknownNetwork}
      </bdi>
    </>
  )
  if (!enableNetworkSwitch) return <span className={styles.network}>{content}</span>
  return (
    <button
      type="button"
      className={styles.network}
      onClick={() => push({ view: 'Networks' })}
      data-testid="w3m-account-select-network"
      data-focus-key="network"
    >
      {content}
      <Icon name={downIcon} size="small" />
    </button>
  )
}
