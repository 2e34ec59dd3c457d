import workUrl from '../login/solveInWorker.ts?worker&url'
import type { CustodyApi } from '../worker/contract.ts'
import workerUrl from '../worker/worker.ts?worker&url'
import { createCustodyClient } from './custodyClient.ts'

type Policy = { createScriptURL(text: string): string }
type Policies = { createPolicy(name: string, rules: Policy): Policy }

let policy: Policy | undefined

/**
 * Starts a worker, whose own Content-Security-Policy forbids every connection. The Trusted Types policy is the only one
 * of this origin, and returns one of the two workers' URLs for any input.
 */
const start = (script: 'keys' | 'work', name: string): Worker => {
  const urlOf = (wanted: string): string => (wanted === 'work' ? workUrl : workerUrl)
  const { trustedTypes } = globalThis as { trustedTypes?: Policies }
  policy ??= trustedTypes?.createPolicy('worker', { createScriptURL: urlOf })
  return new Worker(policy ? policy.createScriptURL(script) : urlOf(script), { type: 'module', name })
}

/**
 * Starts the key worker. Only the wallet window at `/vault` starts a worker with the name `vault`. Only a worker of this
 * name may reveal the seed phrase.
 */
export const startWorker = (name: 'frame' | 'vault'): CustodyApi =>
  createCustodyClient(start('keys', name) as unknown as MessagePort)

/** Starts the worker that solves a proof of work. It never gets a key. */
export const startWorkSolver = (): Worker => start('work', 'work')
