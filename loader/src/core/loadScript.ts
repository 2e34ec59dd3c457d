import type { HookedScript, LoadAppKitFile } from '../hook.ts'
import { nonce } from './options.ts'

/** The Trusted Types policy. Kept, because the browser refuses a second policy of the same name. */
let policy: Policy | undefined

/** Loads another AppKit file with its integrity hash, and passes the file its hook. */
export const loadAppKitFile: LoadAppKitFile = (src, integrity, hook): Promise<never> =>
  new Promise((resolve, reject) => {
    const loadMs = 10_000
    const onerror = () => {
      // If the script arrives after the timeout, it finds no hook and does nothing.
      script.appkit = null
      reject()
    }
    // A page with Trusted Types accepts a URL only from a policy, and has to allow the policy's name.
    policy ??= (window as unknown as TrustedWindow).trustedTypes?.createPolicy('appkit', {
      createScriptURL: (url) => url,
    })
    const script: HookedScript = Object.assign(document.createElement('script'), {
      src: policy?.createScriptURL(src) ?? src,
      onerror,
      appkit: [hook, resolve] as never,
      crossOrigin: '',
      integrity,
      nonce,
    })
    setTimeout(onerror, loadMs)
    document.head.append(script)
  })

type Policy = { createScriptURL(url: string): string }
type TrustedWindow = { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
