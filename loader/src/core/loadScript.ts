import type { HookedScript } from '../hook.ts'

/** Only one policy of a name may be made. */
let policy: Policy | undefined

/** A file of ours that is needed later: its bytes are those that the server wrote down, and it is handed its hook. */
export const loadScript = (nonce: string, src: string, integrity: string, hook: unknown): Promise<never> =>
  new Promise((resolve, reject) => {
    const loadMs = 10_000
    const onerror = () => {
      // Should it come after all, it finds nothing to start with.
      script.appkit = null
      reject()
    }
    // A page with Trusted Types takes the url only from a policy, which it has to allow by name.
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
