import { requestLink } from '../../domain/deepLink.ts'
import { type Device, isPhone } from '../../domain/device.ts'
import { setWaitingRequestAtom } from '../../state/waitingRequest.ts'
import { walletLinkAtom } from '../../state/walletLink.ts'
import type { ConnectorContext } from '../connector.ts'
import type { SentRequest } from './client.ts'
import type { Session } from './session.ts'

/** On a phone, offers a link to the wallet app while one of this tab's requests waits there. */
export const createRequestDeepLink = ({ store }: ConnectorContext, device: Device) => {
  let pendingCount = 0
  return {
    onSent: ({ id, topic }: SentRequest, session: Session | null): void => {
      if (!session || !isPhone(device) || pendingCount === 0) return
      const { name, universal, native } = session.wallet
      const link = requestLink(store.get(walletLinkAtom) ?? universal ?? native, id, topic, device)
      if (link !== null) store.set(setWaitingRequestAtom, { walletName: name, link })
    },
    during: async <Result>(request: Promise<Result>): Promise<Result> => {
      pendingCount += 1
      try {
        return await request
      } finally {
        pendingCount -= 1
        if (pendingCount === 0) store.set(setWaitingRequestAtom, null)
      }
    },
  }
}
