import { countText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { shortenAddress } from '../../core/domain/address.ts'
import { accountKey, type RememberedAccount } from '../../core/domain/rememberedAccount.ts'
import { accountsAtom, activeAccountAtom, connectedNamespacesAtom } from '../../core/state/accounts.ts'
import { activeDisplayAddressAtom } from '../../core/state/addresses.ts'
import { activeWalletAtom, connectorAtom, walletByConnectorIdAtom } from '../../core/state/connections.ts'
import { embeddedConnectorId } from '../../core/state/embedded.ts'
import { isFrameConnectorId } from '../../core/state/heldConnections.ts'
import { accountLabelAtom } from '../../core/state/labels.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { showToastAtom } from '../../core/state/notices.ts'
import { writeStorageAtom } from '../../core/state/storage.ts'
import { pushAtom } from '../../router/router.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Body } from '../../ui/Body.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconBox } from '../../ui/IconBox.tsx'
import { copyIcon, globeIcon, receiveIcon, shieldIcon, walletIcon } from '../../ui/icons.ts'
import { List, ListFact, ListItem, ListLink } from '../../ui/ListItem.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { textLocaleAtom } from '../language.ts'
import { useDisconnect } from '../useDisconnect.ts'
import { useMessages } from '../useMessages.ts'
import styles from './AccountView.module.css'
import { Balance } from './Balance.tsx'
import { nativeBalanceAtom } from './balances.ts'
import { explorerAddressUrl } from './explorer.ts'
import { accountMessages } from './messages.ts'
import { useCopyAddress } from './useCopyAddress.ts'

export const AccountView = (): ReactNode => {
  const address = useAtomValue(activeDisplayAddressAtom)
  const network = useAtomValue(activeNetworkAtom)
  const isEmbedded = useAtomValue(activeAccountAtom)?.connectorId === embeddedConnectorId
  const explorerUrl = network && address ? explorerAddressUrl(network, address) : null
  useRemember()
  useKeptFocus()
  return (
    <Body>
      {address && <Identity address={address} />}
      <List>
        {isEmbedded && <Receive />}
        {explorerUrl && (
          <Explorer href={explorerUrl} detail={<Fact name="explorer">{network?.blockExplorer?.name}</Fact>} />
        )}
        <Wallets />
        {isEmbedded && <WalletSettings />}
      </List>
      <hr className={styles.rule} />
      <ConnectedWallet />
    </Body>
  )
}

const Identity = ({ address }: { address: string }) => {
  const text = useMessages(accountMessages)
  const caipAddress = useAtomValue(activeAccountAtom)?.caipAddress
  const labelOf = useAtomValue(accountLabelAtom)
  const label = caipAddress ? labelOf(caipAddress) : null
  const copy = useCopyAddress()
  return (
    <div className={styles.identity}>
      <Avatar seed={address} />
      {label && (
        <p className={styles.label} dir="auto" data-testid="account-label" data-fact="label">
          {label}
        </p>
      )}
      <button
        type="button"
        className={styles.chip}
        title={address}
        onClick={() => void copy(address)}
        data-testid="account-settings-address"
        data-focus-key="address"
      >
        <bdi data-fact="address">{shortenAddress(address)}</bdi>
        <VisuallyHidden>{text.copyAddress}</VisuallyHidden>
        <Icon name={copyIcon} size="small" />
      </button>
      <Balance />
    </div>
  )
}

/** Leads to the Receive view. Only the embedded wallet has this row, because it starts empty. */
const Receive = () => {
  const text = useMessages(accountMessages)
  const push = useSetAtom(pushAtom)
  return (
    <ListItem
      name={text.receive}
      detail={text.receiveBy}
      start={<IconBox icon={receiveIcon} />}
      end={<Icon name="next" size="small" />}
      onClick={() => push({ view: 'WalletReceive' })}
      testId="w3m-account-receive"
      focusKey="receive"
    />
  )
}

const Explorer = ({ href, detail }: { href: string; detail: ReactNode }) => {
  const text = useMessages(accountMessages)
  return (
    <ListLink
      href={href}
      name={text.blockExplorer}
      detail={detail}
      start={<IconBox icon={globeIcon} />}
      testId="w3m-account-explorer"
    />
  )
}

/** Shows how many wallets are connected. Counts a wallet that is connected in several namespaces once. */
const Wallets = () => {
  const text = useMessages(accountMessages)
  const locale = useAtomValue(textLocaleAtom)
  const accounts = useAtomValue(accountsAtom)
  const walletOf = useAtomValue(walletByConnectorIdAtom)
  const connected = useAtomValue(connectedNamespacesAtom).map((namespace) => {
    const { connectorId } = accounts[namespace]
    return walletOf(connectorId)?.name ?? connectorId
  })
  const push = useSetAtom(pushAtom)
  return (
    <ListItem
      name={text.wallets}
      detail={<Fact name="wallets">{countText(text.connectedCount, new Set(connected).size, locale)}</Fact>}
      start={<IconBox icon={walletIcon} />}
      end={<Icon name="next" size="small" />}
      onClick={() => push({ view: 'ProfileWallets' })}
      testId="w3m-account-wallets"
      focusKey="wallets"
    />
  )
}

/**
 * Opens the settings of the embedded wallet, which the secure frame shows. Other wallets have no settings in the modal.
 */
const WalletSettings = () => {
  const text = useMessages(accountMessages)
  const connectorOf = useAtomValue(connectorAtom)
  const showToast = useSetAtom(showToastAtom)
  const open = async () => {
    try {
      await (await connectorOf('embedded').open()).openSettings()
    } catch {
      showToast({ variant: 'error', message: text.settingsFailed })
    }
  }
  return (
    <ListItem
      name={text.settings}
      detail={text.settingsOf}
      start={<IconBox icon={shieldIcon} />}
      end={<Icon name="next" size="small" />}
      onClick={() => void open()}
      testId="w3m-account-settings"
      focusKey="settings"
    />
  )
}

const ConnectedWallet = () => {
  const text = useMessages(accountMessages)
  const wallet = useAtomValue(activeWalletAtom)
  const account = useAtomValue(activeAccountAtom)
  const { disconnect, isBusy } = useDisconnect(text.disconnectFailed)
  const name = wallet?.name ?? account?.connectorId ?? ''
  const disconnectButton = (
    <Button
      size="small"
      isBusy={isBusy}
      onClick={() => void disconnect()}
      testId="disconnect-button"
      focusKey="disconnect"
    >
      {isBusy ? text.disconnecting : text.disconnect}
    </Button>
  )
  return (
    <div className={styles.connected}>
      <List>
        {account?.connectorId === embeddedConnectorId ? (
          // The name of the embedded wallet is the visitor's email address, which has to be readable in full.
          <ListFact
            name={text.connectedHere}
            detail={
              <Fact name="wallet">
                <Breakable text={name} />
              </Fact>
            }
            isWrapped
            start={<IconBox icon="mail" />}
            end={disconnectButton}
          />
        ) : (
          <ListFact
            name={name}
            nameFact="wallet"
            detail={text.connectedHere}
            isWrapped
            start={<IconBox name={name} src={wallet?.iconUrl} />}
            end={disconnectButton}
          />
        )}
      </List>
    </div>
  )
}

/** A text that the next visit shows before the views run. */
const Fact = ({ name, children }: { name: string; children: ReactNode }) => <span data-fact={name}>{children}</span>

/**
 * Stores the texts of this view. The next visit shows them before the views run, because a connected visitor opens the
 * modal to see this view.
 */
const useRemember = () => {
  const account = useAtomValue(activeAccountAtom)
  const lang = useAtomValue(textLocaleAtom)
  const write = useSetAtom(writeStorageAtom)
  const written = useRef('')
  // Renders this view anew when the balance changes.
  useAtomValue(nativeBalanceAtom)
  useEffect(() => {
    // The frame of a wallet that it holds itself starts without a first view.
    if (!account || isFrameConnectorId(account.connectorId)) return
    const elements = [...document.querySelectorAll<HTMLElement>('main [data-fact]')]
    const remembered: RememberedAccount = {
      caipAddress: account.caipAddress,
      lang,
      facts: Object.fromEntries(elements.map(({ dataset, textContent }) => [dataset.fact, textContent])),
    }
    // Every write renders this view again.
    const text = JSON.stringify(remembered)
    if (text !== written.current) write(accountKey, remembered)
    written.current = text
  })
}

/**
 * Keeps the focus in the account of the last visit, which this view replaces with new elements. The effect runs before
 * the one that focuses the heading of a new view.
 */
const useKeptFocus = (): void => {
  const [selector] = useState(() => {
    // The server renders this view too, and has no document.
    const focused = globalThis.document?.activeElement?.closest<HTMLElement>('[data-account] :is(button, a)')
    const { focusKey, testid = '' } = focused?.dataset ?? {}
    return focusKey ? `[data-focus-key="${CSS.escape(focusKey)}"]` : testid && `[data-testid="${CSS.escape(testid)}"]`
  })
  useLayoutEffect(() => {
    if (selector) document.querySelector<HTMLElement>(`main ${selector}`)?.focus({ preventScroll: true })
  }, [selector])
}

/** Lets a long email address break after the `@` or before a dot, and not within a word. */
const Breakable = ({ text }: { text: string }) =>
  // The parts of a text never change their order, so the index is a stable key.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  text.split(/(?<=@)|(?=\.)/).flatMap((part, index) => (index === 0 ? [part] : [<wbr key={index} />, part]))
