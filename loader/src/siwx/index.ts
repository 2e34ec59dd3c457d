import type { AppKitState, SiweConfig, SiwxOptions } from '../../index.d.ts'
import type { SignInSession, SiteSignInFeatures } from '../../protocol/api/frameApi.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import { type CallSiteSignIn, type HookedScript, type SiwxHook, stateChangeEvent } from '../hook.ts'
import { adaptSiweConfig } from './siwe.ts'

/** The sign-in functions that a site may implement. The frame does the rest of the sign-in. */
const names = [
  'getNonce',
  'createMessage',
  'verifyMessage',
  'getSessions',
  'addSession',
  'revokeSession',
  'setSessions',
] as const

type Options = { siwx?: SiwxOptions | null; siweConfig?: SiweConfig | null }

/** Calls the site's sign-in functions. They stay in the page; only arguments and results cross to the frame. */
export const createSiteSignIn = ([[, state, getState, listeners, options]]: SiwxHook): CallSiteSignIn => {
  // Read the options at each call, since the page may set them late.
  const own = (): SiwxOptions => {
    const { siwx, siweConfig } = options as Options
    if (siwx && siweConfig) throw createAppKitError(-32602, 'SIWX_CONFIG_CONFLICT')
    return siweConfig ? adaptSiweConfig(siweConfig) : (siwx ?? {})
  }
  const describe = async (): Promise<SiteSignInFeatures> => {
    const site = own()
    return {
      functions: names.filter((name) => typeof site[name] === 'function'),
      isLegacy: !!(options as Options).siweConfig,
      isRequired: !!(await site.getRequired?.()),
      staysSignedIn: site.signOutOnDisconnect === false,
      inMemory: site.storage === 'memory',
    }
  }
  const store = createStore(() => own().storage === 'memory')
  const keep = (sessions: SignInSession[], active: AppKitState['sessions']): void => {
    store.write(sessions)
    state.sessions = active ?? {}
    for (const listener of listeners[stateChangeEvent] ?? []) queueMicrotask(() => listener(getState() as never))
  }
  const call = async (name: (typeof names)[number], args: unknown[]): Promise<unknown> => {
    const site = own()
    const run: unknown = names.includes(name) && site[name]
    if (typeof run !== 'function') throw createAppKitError(4200, 'METHOD_NOT_ALLOWED')
    const answer: unknown = await run.apply(site, args)
    // A message object has a `toString()` with its text.
    return name === 'createMessage' ? String(answer) : JSON.parse(JSON.stringify(answer ?? null))
  }

  return async (method, args) => {
    try {
      if (method === 'keep') return keep(...(args as Parameters<typeof keep>))
      if (method === 'kept') return store.find(args[0])
      return await (method === 'describe' ? describe() : call(method as (typeof names)[number], args))
    } catch (thrown) {
      const { reason, message } = Object(thrown)
      if (reason === 'SIWX_CONFIG_CONFLICT' || reason === 'METHOD_NOT_ALLOWED') throw thrown
      // The frame gets only the message. The developer of the page finds the stack in the console.
      console.error(`AppKit: siwx.${method}`, thrown)
      throw createAppKitError(-32603, 'SIWX_SITE_FAILED', `This site says: ${`${message ?? thrown}`.slice(0, 200)}`)
    }
  }
}

/** The key of the session list in the storage of the page. */
const sessionsKey = '@appkit/siwx'

/** Stores sessions in the page's own storage, where the site's code finds them. */
const createStore = (isInMemory: () => boolean) => ({
  write: (sessions: SignInSession[]): void => {
    try {
      if (isInMemory() || sessions.length === 0) localStorage.removeItem(sessionsKey)
      else localStorage[sessionsKey] = JSON.stringify(sessions)
    } catch {
      // A page without storage keeps no sessions.
    }
  },
  find: (caipAddress: unknown): SignInSession | null => {
    try {
      if (isInMemory()) return null
      const sessions: SignInSession[] = JSON.parse(localStorage[sessionsKey] ?? '[]')
      return sessions.find((session) => session.caipAddress === caipAddress) ?? null
    } catch {
      // The entry is malformed, or the page has no storage.
      return null
    }
  },
})

const script = globalThis.document?.currentScript as HookedScript<SiwxHook, CallSiteSignIn> | null | undefined
if (script?.appkit) {
  const [hook, ready] = script.appkit
  ready(createSiteSignIn(hook))
}
