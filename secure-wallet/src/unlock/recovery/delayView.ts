import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { showPanelUntilDone } from '../../login/panelUntil.ts'
import type { PanelSurface } from '../../ui/surface.ts'
import type { ShareSets } from '../shareSets.ts'
import { delayPanel } from './delayPanel.ts'
import type { ConfirmedRecovery } from './pendingRecovery.ts'

type Options = {
  guardian: Pick<ShareSets['guardian'], 'ask'>
  surface: PanelSurface
  hasNoStorage(): boolean
  /** Forgets the recovery in this browser. */
  forget(): Promise<void>
}

/** Shows the delay of a recovery until it is over, or until the visitor wants another way or cancels the recovery. */
export const createDelayView = ({ guardian, surface, hasNoStorage, forget }: Options) => {
  /** Ends the recovery at the guardian. It may have ended there already. */
  const withdraw = async ({ challengeId, clientKey }: ConfirmedRecovery): Promise<void> => {
    try {
      await guardian.ask({ kind: 'withdraw', challengeId, clientKey })
    } catch (thrown) {
      const isOver = thrown instanceof AppError && ['CHALLENGE_NOT_FOUND', 'LOGIN_FROZEN'].includes(thrown.code)
      if (!isOver) throw thrown
    }
    await forget()
  }
  return (pending: ConfirmedRecovery, signal: AbortSignal): Promise<'over' | 'back'> =>
    showPanelUntilDone<'over' | 'back'>(signal, (resolve, reject) => {
      const panel = delayPanel({
        ...{ releaseAt: pending.releaseAt, hasNoStorage: hasNoStorage() },
        done: () => resolve('over'),
        otherWay: () => resolve('back'),
        leave: () => reject(new AppError(commonErrors.USER_REJECTED)),
        cancel: () => withdraw(pending).then(() => resolve('back')),
      })
      surface.show('recover', panel.root).catch(reject)
      return panel.close
    })
}
