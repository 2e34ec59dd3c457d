import type { AppKitError } from '../index.d.ts'
import { type AppKitClient, type CreateOptions, isServer, setUpAppKit } from './client.ts'

export type * from '../index.d.ts'
export type { Account, AppKitClient, ClientState, CreateOptions } from './client.ts'
export { version } from './version.ts'

/**
 * Returns the page's AppKit at once, and loads the loader. Calls wait until it has loaded. A second call returns the
 * same object and only changes the options. Harmless on a server.
 */
export const createAppKit = (options: CreateOptions): AppKitClient => setUpAppKit(options).kit

/** Resolves with AppKit when the loader has run, and with null on a server. Rejects if the loader can't load. */
export const loadAppKit = async (options: CreateOptions): Promise<AppKitClient | null> => {
  const { kit, loaded } = setUpAppKit(options)
  if (isServer()) return null
  await loaded()
  return kit
}

/** Whether AppKit threw this. `code` is then the EIP-1193 or JSON-RPC number, and `reason` names the cause. */
export const isAppKitError = (thrown: unknown): thrown is AppKitError => {
  const { code, reason } = Object(thrown)
  return thrown instanceof Error && typeof code === 'number' && typeof reason === 'string'
}
