import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { Buffer } from 'buffer/index.js'
import { type accountAt, methods } from '../demo/methods.ts'

type Account = ReturnType<typeof accountAt>
type Asked = WalletKitTypes.SessionAuthenticate['params']['authPayload']

/** Signing in while connecting, as the kit's own guide has it: one message, which also says what the site may ask for. */
export const readSignIn = (kit: IWalletKit, asked: Asked, chains: string[], account: Account) => {
  // The kit's own functions take it for granted, and a wallet in a browser has to bring it.
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
