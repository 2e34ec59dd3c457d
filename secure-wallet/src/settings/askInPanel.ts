import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'

type Draw<Answer> = (resolve: (answer: Answer) => void, cancel: () => void) => HTMLElement

/** Shows a settings panel and resolves with the visitor's answer. `cancel` rejects with USER_REJECTED. */
export const askInPanel = <Answer>(surface: PanelSurface, signal: AbortSignal, draw: Draw<Answer>): Promise<Answer> =>
  showPanelUntilDone<Answer>(signal, (resolve, reject) => {
    const cancel = (): void => reject(new AppError(commonErrors.USER_REJECTED))
    showText(surface, 'settings', () => draw(resolve, cancel)).catch(reject)
    return () => undefined
  })
