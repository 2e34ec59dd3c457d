import type { Custody } from '../worker/custody.ts'
import workerUrl from '../worker/worker.ts?worker&url'
import { reachCustody } from '../worker/workerChannel.ts'

type Policy = { createScriptURL(text: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

/**
 * Keys live here, in a realm without a document whose own policy lets it reach nothing. The one Trusted Types policy of
 * this origin gives the address of this one script, whatever it is asked. Only the vault window says `vault`.
 */
export const startWorker = (name: 'frame' | 'vault'): Custody => {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => workerUrl })
  const worker = new Worker(policy ? policy.createScriptURL('') : workerUrl, { type: 'module', name })
  return reachCustody(worker as unknown as MessagePort)
}
