import type { Bridge, BridgeElement, Hook } from './hook.ts'

const src = '%BRIDGE_URL%'

/** Only one policy of a name may be made. */
let trusted: string | undefined

export const loadBridge = (hook: Hook, nonce: string): Promise<Bridge> =>
  new Promise((resolve, reject) => {
    const bridgeMs = 10_000
    const onerror = () => {
      // Should it come after all, it finds nothing to start with.
      script.appkit = null
      reject()
    }
    // A page with Trusted Types takes the url only from a policy, which it has to allow by name.
    const { trustedTypes } = window as unknown as TrustedWindow
    trusted ??= trustedTypes?.createPolicy('appkit', { createScriptURL: () => src }).createScriptURL('') ?? src
    const script: BridgeElement = Object.assign(document.createElement('script'), {
      appkit: [hook, resolve] as never,
      integrity: '%BRIDGE_INTEGRITY%',
      crossOrigin: '',
      nonce,
      onerror,
      src: trusted,
    })
    setTimeout(onerror, bridgeMs)
    document.head.append(script)
  })

type TrustedWindow = {
  trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(input: string): string } }
}
