import { useAtomValue, useSetAtom } from 'jotai/react'
import { activeNetworkAtom } from '../core/state/networks.ts'
import { generalMessages } from '../features/messages.ts'
import { NetworkIcon } from '../features/NetworkIcon.tsx'
import { useMessages } from '../features/useMessages.ts'
import { pushAtom } from '../router/router.ts'
import { Icon } from '../ui/Icon.tsx'
import { downIcon } from '../ui/icons.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import styles from './NetworkButton.module.css'

/** Shows the active network and leads to the list of networks. */
export const NetworkButton = () => {
  const push = useSetAtom(pushAtom)
  const text = useMessages(generalMessages)
  const network = useAtomValue(activeNetworkAtom)
  const name = network?.name ?? text.unknownNetwork
  return (
    <button
      type="button"
      className={styles.network}
      onClick={() => push({ view: 'Networks' })}
      data-testid="w3m-account-select-network"
      data-focus-key="network"
    >
      <NetworkIcon network={network} size={20} />
      <VisuallyHidden>{text.networkIs}</VisuallyHidden>
      <bdi className={styles.name} data-fact="network">
        {name}
      </bdi>
      <Icon name={downIcon} size="small" />
    </button>
  )
}
