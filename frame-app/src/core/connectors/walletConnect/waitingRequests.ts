import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { requestLink } from '../../domain/deepLink.ts'
import { type Device, isPhone } from '../../domain/device.ts'
import { setWaitingRequestAtom, type WaitingRequest } from '../../state/waitingRequest.ts'
import { walletLinkAtom } from '../../state/walletLink.ts'
import type { ConnectorContext } from '../types.ts'
import type { SentRequest } from './client.ts'
import type { WalletConnectSession } from './readSession.ts'

/** The time in which a wallet on another device may answer before the modal opens. No person answers as fast. */
const answeredAtOnceMs = 700

type Asked = Pick<WaitingRequest, 'request' | 'caipNetworkId'>
type Pending = { asked: Asked; cancel(): void; isSent?: true; shown?: WaitingRequest }

/** Publishes the oldest of this tab's requests that wait in the visitor's wallet. */
export const createWaitingRequests = ({ store }: Pick<ConnectorContext, 'store'>, device: Device) => {
  const all = new Set<Pending>()
  const publish = () => {
    const oldest = [...all].find(({ shown }) => shown)
    store.set(setWaitingRequestAtom, oldest?.shown ?? null)
  }
  const linkTo = ({ wallet }: WalletConnectSession, { id, topic }: SentRequest): string | null => {
    // On a desktop the wallet's links for phones open nothing.
    const appLink = isPhone(device) ? (wallet.universal ?? wallet.native) : undefined
    return requestLink(store.get(walletLinkAtom) ?? appLink, id, topic, device)
  }
  return {
    /**
     * The relay has a request. The client reports those of all tabs without naming the tab, so two tabs that send at the
     * same moment may take each other's report. Their visitor sees the right wallet, and perhaps the other request's link.
     */
    onSent: (sent: SentRequest, session: WalletConnectSession | null): void => {
      const pending = [...all].find(({ isSent }) => !isSent)
      if (!session || !pending) return
      pending.isSent = true
      // A wallet answers a read without its visitor.
      if (/(?:^|_)get/.test(pending.asked.request.method)) return
      const { asked, cancel } = pending
      const link = linkTo(session, sent)
      // On a phone nothing but the link leads to the request.
      if (isPhone(device) && link === null) return
      const show = () => {
        if (!all.has(pending)) return
        pending.shown = { ...asked, walletName: session.wallet.name, link, cancel }
        publish()
      }
      if (isPhone(device)) show()
      else setTimeout(show, answeredAtOnceMs)
    },
    during: async <Result>(asked: Asked, answer: Promise<Result>): Promise<Result> => {
      const { promise: canceled, reject } = Promise.withResolvers<never>()
      const pending: Pending = { asked, cancel: () => reject(new AppError(commonErrors.USER_REJECTED)) }
      all.add(pending)
      try {
        return await Promise.race([answer, canceled])
      } finally {
        all.delete(pending)
        publish()
      }
    },
  }
}
