import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

type Show<Result> = (resolve: (result: Result) => void, reject: (reason: unknown) => void) => () => void

/**
 * Shows a panel until the panel resolves or the visitor leaves it. In both cases calls the function that `show`
 * returned, which ends what the panel runs, such as a countdown.
 */
export const showPanelUntilDone = async <Result>(signal: AbortSignal, show: Show<Result>): Promise<Result> => {
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
