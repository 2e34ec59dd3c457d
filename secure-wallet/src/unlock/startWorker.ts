import type { CustodyApi } from '../worker/contract.ts'
import workerUrl from '../worker/worker.ts?worker&url'
import { createCustodyClient } from './custodyClient.ts'

type Policy = { createScriptURL(text: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

/**
 * Starts the key worker, whose own Content-Security-Policy forbids every connection. The Trusted Types policy is the
 * only one of this origin, and returns the worker's URL for any input. Only the wallet window at `/vault` starts a
 * worker with the name `vault`. Only a worker of this name may reveal the seed phrase.
 */
export const startWorker = (name: 'frame' | 'vault'): CustodyApi => {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  const policy = trustedTypes?.createPolicy('worker', { createScriptURL: () => workerUrl })
  const worker = new Worker(policy ? policy.createScriptURL('') : workerUrl, { type: 'module', name })
  return createCustodyClient(worker as unknown as MessagePort)
}
