import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { Buffer } from 'buffer/index.js'
import { type accountAt, methods } from '../demo/methods.ts'

type Account = ReturnType<typeof accountAt>
type Asked = WalletKitTypes.SessionAuthenticate['params']['authPayload']

/** Signs in while connecting, as in the kit's guide: one message, which also holds the site's permissions (ReCap). */
export const readSignIn = (kit: IWalletKit, asked: Asked, chains: string[], account: Account) => {
  // The kit expects a global Buffer, which a browser doesn't have.
  Object.assign(globalThis, { Buffer })
  const payload = populateAuthPayload({ authPayload: asked, chains, methods: Object.keys(methods) })
  const iss = `did:pkh:${payload.chains[0]}:${account.address}`
  const message = kit.formatAuthMessage({ request: payload, iss })
  const sign = async () => {
    const signature = await account.signMessage({ message })
    return [buildAuthObject(payload, { t: 'eip191', s: signature }, iss)]
  }
  return { message, sign }
}
