import type { ProofOfWork, SolvedWork } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

export type SolveWork = (work: ProofOfWork, signal: AbortSignal) => Promise<SolvedWork>

/** Solves a proof of work in a new worker. An abort ends the worker. */
export const solveWorkIn = (startWorker: () => Worker, work: ProofOfWork, signal: AbortSignal): Promise<SolvedWork> =>
  new Promise((resolve, reject) => {
    const abort = (): void => end(() => reject(new AppError(commonErrors.USER_REJECTED)))
    if (signal.aborted) return reject(new AppError(commonErrors.USER_REJECTED))
    const worker = startWorker()
    const end = (settle: () => void): void => {
      signal.removeEventListener('abort', abort)
      worker.terminate()
      settle()
    }
    signal.addEventListener('abort', abort)
    worker.addEventListener('message', ({ data }) =>
      end(() => resolve({ challenge: work.challenge, nonces: data as number[] })),
    )
    worker.addEventListener('error', () => end(() => reject(new AppError(commonErrors.CHUNK_FAILED))))
    worker.postMessage(work)
  })
