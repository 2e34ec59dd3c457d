import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { ServerRequest } from '../src/session/serverClient.ts'

type Sealed = { iv: string; data: string }
type Flow = { request: Sealed; result?: Sealed }

/** A server that stores the flows between a secure frame and its wallet windows, as the real one does. */
export const createFlowServer = (host: string) => {
  const flows = new Map<string, Flow>()
  const state = { isUp: true, isEnded: false, losesResponse: false }
  let waiting: (() => void)[] = []
  /** Ends the wait of each long poll. */
  const wake = (): void => {
    for (const tell of waiting.splice(0)) tell()
  }
  const readResult = async (flow: Flow, signal?: AbortSignal): Promise<Sealed> => {
    while (!flow.result) {
      signal?.throwIfAborted()
      await new Promise<void>((resolve) => {
        waiting = [...waiting, resolve]
        signal?.addEventListener('abort', () => resolve(), { once: true })
      })
    }
    return flow.result
  }
  const send = async ({ method, path, body, signal }: ServerRequest): Promise<unknown> => {
    if (!state.isUp) throw new AppError(commonErrors.SERVER_UNREACHABLE)
    const [, flowId = '', part] = path.split('/')
    const { request, result, requestIv, ...more } = Object(body) as Partial<Flow> & {
      flowId?: string
      requestIv?: string
    }
    if (request && flowId === '') return void flows.set(more.flowId ?? '', { request })
    const flow = flows.get(flowId)
    if (flow && method === 'GET' && part === 'result') return { result: await readResult(flow, signal) }
    const isReplaced = requestIv !== undefined && requestIv !== flow?.request.iv
    if (!flow || state.isEnded || flow.result || isReplaced) throw new AppError(walletErrors.FLOW_NOT_FOUND)
    if (method === 'GET') return { request: flow.request, host }
    Object.assign(flow, request ? { request } : { result })
    wake()
    if (state.losesResponse) throw new AppError(commonErrors.SERVER_UNREACHABLE)
    return {}
  }
  return { send, state }
}
