import type { SiteMethod } from '../../protocol/api/frameApi.ts'
import type { Hook } from '../hook.ts'

/** Given to `siwx.js` by `page.js`: what the bridge was given. */
export type SiwxHook = [hook: Hook]

/** Given to `page.js` by `siwx.js`: `HostApi.siwx`. */
export type Siwx = (method: SiteMethod, args: unknown[]) => Promise<unknown>
