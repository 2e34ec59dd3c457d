import { requestLink } from '../../domain/deepLink.ts'
import { type Device, isPhone } from '../../domain/device.ts'
import { setWaitingRequestAtom } from '../../state/waitingRequest.ts'
import { walletLinkAtom } from '../../state/walletLink.ts'
import type { ConnectorContext } from '../connector.ts'
import type { SentRequest } from './client.ts'
import type { Session } from './session.ts'

/** On a phone a request waits in an app that the visitor has to go to. Elsewhere the other device shows it by itself. */
export const createWayToWallet = ({ store }: ConnectorContext, device: Device) => {
  let waiting = 0
  const clear = (): void => {
    waiting -= 1
    if (waiting === 0) store.set(setWaitingRequestAtom, null)
  }
  return {
    /** The request left; the wallet knows it by this id. */
    sent: ({ id, topic }: SentRequest, session: Session | null): void => {
      if (!session || !isPhone(device) || waiting === 0) return
      const { name, universal, native } = session.wallet
      const link = requestLink(store.get(walletLinkAtom) ?? universal ?? native, id, topic, device)
      if (link !== null) store.set(setWaitingRequestAtom, { walletName: name, link })
    },
    during: async <Result>(request: Promise<Result>): Promise<Result> => {
      waiting += 1
      try {
        return await request
      } finally {
        clear()
      }
    },
  }
}
