import type { DiagnosisStep } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { detailOf } from '@appkit-frame/loader/protocol/errors/errorDetails.ts'
import { fetchJson } from '../api/http.ts'
import { openSecureFrame } from '../connectors/embedded/secureFrame.ts'
import { areWalletsDiscoveredAtom, pageWalletsAtom } from '../state/connections.ts'
import { activeNetworkAtom } from '../state/networks.ts'
import { bootstrapAtom } from '../state/options.ts'
import { rpcAtom } from '../state/rpc.ts'
import type { EffectContext } from './context.ts'

const serverMs = 5_000

/**
 * Checks each part of the product that a request of the host page passes through, in this order. Continues after a
 * failed check.
 */
export const diagnose = async (context: EffectContext): Promise<DiagnosisStep[]> => {
  const steps: DiagnosisStep[] = []
  for (const [part, run] of Object.entries(parts) as [DiagnosisStep['part'], Check][]) {
    try {
      steps.push({ part, ok: true, detail: await run(context) })
    } catch (error) {
      const known = error instanceof AppError ? error : new AppError(commonErrors.INTERNAL_ERROR)
      steps.push({ part, ok: false, detail: detailOf(known) })
    }
  }
  return steps
}

type Check = (context: EffectContext) => string | Promise<string>

const parts: Record<Exclude<DiagnosisStep['part'], 'loader' | 'bridge'>, Check> = {
  page: ({ store, hostOrigin }) => {
    const { length } = store.get(pageWalletsAtom)
    const isComplete = store.get(areWalletsDiscoveredAtom)
    return `${hostOrigin}, ${isComplete ? `${length} wallets` : 'the page has not listed its wallets yet'}`
  },
  frame: ({ store }) => {
    const { version, projectId } = store.get(bootstrapAtom)
    return `${location.origin}, version ${version}, project ${projectId}`
  },
  server: async () => {
    const startedAt = performance.now()
    await fetchJson('/health', { timeoutMs: serverMs })
    return `answered in ${Math.round(performance.now() - startedAt)} ms`
  },
  rpc: async ({ store }) => {
    const network = store.get(activeNetworkAtom)
    if (!network) throw new AppError(chainErrors.NETWORK_NOT_FOUND)
    const startedAt = performance.now()
    const chainId = await store.get(rpcAtom)(network.caipNetworkId, { method: 'eth_chainId' })
    if (chainId !== `0x${BigInt(network.id).toString(16)}`) throw new AppError(chainErrors.CONNECTOR_CHAIN_MISMATCH)
    return `${network.name} answered in ${Math.round(performance.now() - startedAt)} ms`
  },
  secure: async ({ store }) => {
    const { secureOrigin, projectId } = store.get(bootstrapAtom)
    const frame = await openSecureFrame({ document, secureOrigin, projectId })
    try {
      const { email, social } = await frame.secure.capabilities()
      return `${secureOrigin}, email ${email ? 'on' : 'off'}, social ${social ? 'on' : 'off'}`
    } finally {
      frame.close()
    }
  },
}
