import { AppError } from 'loader/protocol/errors.ts'
import { readDevice } from '../../domain/device.ts'
import type { ConnectorContext, PairingConnector, Remote } from '../connector.ts'

/** A wallet on another device. Its client is larger than all the rest of the frame, so it comes when it is needed. */
export const createWalletConnect = (context: ConnectorContext): PairingConnector => {
  let opening: Promise<Remote> | undefined
  const load = () => import('./remote.ts')
  const start = async (): Promise<Remote> => (await load()).openRemote(context, readDevice(window))
  const open = async (): Promise<Remote> => {
    opening ??= start()
    try {
      return await opening
    } catch (cause) {
      opening = undefined
      throw cause instanceof AppError ? cause : new AppError('CHUNK_FAILED', { cause })
    }
  }
  return {
    preload: () => {
      // What fails here is asked for again when it is needed.
      load().catch(() => {})
    },
    pair: async () => (await open()).pair(),
    adopt: async () => (await open()).adopt(),
    disconnect: async (namespace) => (await open()).disconnect(namespace),
    chooseAccount: async (namespace, account) => (await open()).chooseAccount(namespace, account),
    request: async (namespace, request) => (await open()).request(namespace, request),
  }
}
