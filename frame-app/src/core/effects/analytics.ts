import { type SignInAttempt, signInAttemptAtom } from '../../features/signIn/signInAttempt.ts'
import { type AnalyticsEvent, type ConnectMethod, reportEvent } from '../api/analytics.ts'
import { activeAccountAtom } from '../state/accounts.ts'
import { activeWalletAtom, connectionAttemptAtom, connectionsMadeAtom, walletNameAtom } from '../state/connections.ts'
import { isPhoneAtom } from '../state/device.ts'
import { isOpenAtom } from '../state/modal.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { bootstrapAtom } from '../state/options.ts'
import type { EffectContext, Store } from './context.ts'

export const reportUse = ({ store, navigation, hostOrigin }: EffectContext): void => {
  const { projectId, version } = store.get(bootstrapAtom)
  const report = (event: AnalyticsEvent) =>
    void reportEvent({ projectId, version, hostOrigin }, event, store.get(activeAccountAtom)?.address ?? null)

  const reportOpen = () =>
    report({
      event: store.get(isOpenAtom) ? 'MODAL_OPEN' : 'MODAL_CLOSE',
      properties: { connected: store.get(activeAccountAtom) !== null },
    })
  // This code may load after the modal has opened. The subscription below then misses the opening, so it is reported
  // here.
  if (store.get(isOpenAtom)) reportOpen()
  store.sub(isOpenAtom, reportOpen)
  store.sub(connectionAttemptAtom, () => {
    const attempt = store.get(connectionAttemptAtom)
    if (attempt.status === 'waiting')
      report({
        event: 'SELECT_WALLET',
        properties: {
          name: store.get(walletNameAtom)(attempt.walletId),
          platform: 'browser',
          view: navigation.view(),
        },
      })
    if (attempt.status === 'declined') report({ event: 'USER_REJECTED', properties: { message: 'connect' } })
    if (attempt.status === 'failed') report({ event: 'CONNECT_ERROR', properties: { message: attempt.error.message } })
  })
  store.sub(connectionsMadeAtom, () =>
    report({
      event: 'CONNECT_SUCCESS',
      properties: { method: connectMethod(store), name: store.get(activeWalletAtom)?.name ?? '' },
    }),
  )
  store.sub(signInAttemptAtom, () => {
    const attempt = store.get(signInAttemptAtom)
    const event = signInEvents[attempt.status]
    const properties = {
      network: store.get(activeNetworkAtom)?.caipNetworkId ?? '',
      isSmartAccount: store.get(activeAccountAtom)?.accountType === 'smartAccount',
    }
    if (event === 'SIWX_AUTH_ERROR')
      report({
        event,
        properties: { ...properties, message: attempt.status === 'failed' ? attempt.error.message : attempt.status },
      })
    else if (event) report({ event, properties })
  })
  let before = { namespace: store.get(activeAccountAtom)?.namespace, network: store.get(activeNetworkAtom) }
  const followAccount = () => {
    const after = { namespace: store.get(activeAccountAtom)?.namespace, network: store.get(activeNetworkAtom) }
    if (before.namespace && !after.namespace)
      report({ event: 'DISCONNECT_SUCCESS', properties: { namespace: before.namespace } })
    if (before.namespace && after.namespace && after.network && before.network !== after.network)
      report({ event: 'SWITCH_NETWORK', properties: { network: after.network.caipNetworkId } })
    before = after
  }
  store.sub(activeAccountAtom, followAccount)
  store.sub(activeNetworkAtom, followAccount)
}

const connectMethod = (store: Store): ConnectMethod => {
  const connectorId = store.get(activeAccountAtom)?.connectorId
  if (connectorId === 'embedded') return 'email'
  if (connectorId !== 'walletConnect') return 'browser'
  return store.get(isPhoneAtom) ? 'mobile' : 'qrcode'
}

const signInEvents = {
  idle: undefined,
  signing: 'CLICK_SIGN_SIWX_MESSAGE',
  cancelled: 'CLICK_CANCEL_SIWX',
  done: 'SIWX_AUTH_SUCCESS',
  declined: 'SIWX_AUTH_ERROR',
  late: 'SIWX_AUTH_ERROR',
  failed: 'SIWX_AUTH_ERROR',
} as const satisfies Record<SignInAttempt['status'], string | undefined>
