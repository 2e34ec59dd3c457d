import type { AccountState } from '../../protocol/api/frameApi.ts'
import { readHint, storeHint } from '../hint.ts'
import { type FrameConnections, isFrameConnector, type SetAccount } from '../hook.ts'
import { announceMs, delay, restoreMs } from '../restoreWait.ts'
import { createAppKitError } from './refuse.ts'
import { trackWalletInUse } from './walletInUse.ts'
import type { EvmPageWallet } from './wallets.ts'

/** The EVM connection: to a wallet of this page, or to a wallet that the frame holds. */
export const createConnection = (
  getAccount: () => AccountState,
  setAccount: SetAccount,
  emit: (event: string, value: unknown) => void,
  /** Returns the page's wallet with this id. */
  find: (id: string | undefined) => EvmPageWallet | undefined,
  frameConnections: FrameConnections,
) => {
  const [inUse, isConnected, lose, forget, use, take, frameWallet, resume] = trackWalletInUse(
    getAccount,
    setAccount,
    emit,
    frameConnections,
  )
  let restored: Promise<unknown> | undefined

  /** Restores the connection of the stored hint, which another tab may have changed or removed. */
  const sync = (): void => {
    const { eip155: hint } = readHint()
    if (!hint) return void forget()
    const { connectorId } = hint
    if (isConnected()) {
      if (inUse.wallet?.id === connectorId) return
    } else setAccount({ ...hint, status: 'reconnecting' })
    inUse.hint = hint
    const candidate = isFrameConnector(connectorId) ? frameWallet(`${connectorId}`) : find(connectorId)
    const answered = candidate ? resume(candidate) : delay(announceMs)
    restored = Promise.race([answered, delay(restoreMs)]).then(() => {
      if (getAccount().status === 'reconnecting') lose()
    })
  }
  /** A wallet announced itself. It may be the wallet of the hint. */
  const found = (candidate: EvmPageWallet): void => {
    if (candidate.id === inUse.hint?.connectorId && !inUse.wallet) restored = resume(candidate)
  }
  const connect = async (id: string): Promise<AccountState> => {
    const candidate = find(id)
    if (!candidate) throw createAppKitError(4900, 'WALLET_NOT_FOUND')
    const attempt = ++inUse.attempts
    if (!isConnected()) setAccount({ status: 'connecting', connectorId: id })
    try {
      await use(candidate, 'eth_requestAccounts', attempt)
      return getAccount()
    } catch (thrown) {
      // Only the latest attempt may change the status.
      if (attempt === inUse.attempts && !isConnected()) lose()
      throw toWalletFailure(thrown)
    }
  }
  const disconnect = async (): Promise<null> => {
    const left = inUse.wallet
    storeHint('eip155')
    forget()
    try {
      // Wait for a limited time: the page already counts as disconnected, and a wallet may never answer.
      await Promise.race([
        left && isFrameConnector(left.id)
          ? frameConnections.leave('eip155', left.id)
          : left?.provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }),
        delay(announceMs),
      ])
    } catch {
      // The wallet may keep the permission. AppKit still does not ask this wallet again until the visitor chooses it.
    }
    return null
  }
  /** The visitor's choice among the wallet's accounts stays in use until the wallet names another account first. */
  const choose = async (account: AccountState): Promise<void> => {
    inUse.hint = { ...account, caipAddresses: inUse.hint?.caipAddresses ?? [] }
    if (inUse.wallet) await resume(inUse.wallet)
  }
  /** Waits for a pending restore, then returns the wallet and its accounts. */
  const current = async (): Promise<[EvmPageWallet, string[]] | undefined> => {
    await restored
    return inUse.wallet && isConnected() ? [inUse.wallet, [...inUse.addresses]] : undefined
  }

  return [current, connect, disconnect, sync, found, choose, take] as const
}

/** Turns a wallet's own error into the form that crosses to the frame: its code and its message. */
export const toWalletFailure = (thrown: unknown): Error => {
  const { code = -32603, message } = Object(thrown)
  return createAppKitError(code, 'WALLET_ERROR', `${message}`.slice(0, 256))
}
