import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

type Show<Result> = (resolve: (result: Result) => void, reject: (reason: unknown) => void) => () => void

/** One panel, from its showing to its answer; what it holds is closed in any case, also where the visitor leaves. */
export const panelUntil = async <Result>(signal: AbortSignal, show: Show<Result>): Promise<Result> => {
  let close = (): void => undefined
  let leave = (): void => undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      leave = () => reject(new AppError(commonErrors.USER_REJECTED))
      if (signal.aborted) return void leave()
      signal.addEventListener('abort', leave)
      close = show(resolve, reject)
    })
  } finally {
    signal.removeEventListener('abort', leave)
    close()
  }
}
