import type { BridgeHook, ErrorPanelTexts, HookedScript } from '../hook.ts'

/** Passes the texts to the bridge, which loaded the script. */
export const provideNotices = (notices: ErrorPanelTexts): void => {
  const script = globalThis.document?.currentScript as HookedScript<BridgeHook, ErrorPanelTexts> | null | undefined
  script?.appkit?.[1](notices)
}
