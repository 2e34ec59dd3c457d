import { errorText } from '../languages/errorText.ts'
import type { errorLine } from '../ui/parts.ts'
import type { CodeWindow } from '../windows/flows/codeRequest.ts'
import { messages } from './messages.ts'

type Options = {
  /** Prepares a wallet window for the code. Null if there is no window to offer. */
  prepare: (() => Promise<CodeWindow>) | null
  /** Takes the code that the visitor typed in the window. */
  entered(code: string): Promise<void>
  problem: ReturnType<typeof errorLine>
  /** Aborts when the panel closes. */
  signal: AbortSignal
}

/**
 * Offers the wallet window for a code that the page would hear. The window is prepared when the offer appears, because
 * a press can open a window only at once.
 */
export const offerCodeWindow = ({ prepare, entered, problem, signal }: Options) => {
  let prepared: Promise<CodeWindow> | undefined
  const offer = async (): Promise<void> => {
    if (!prepare || prepared) return
    try {
      prepared = prepare()
      await entered(await (await prepared).code)
    } catch (thrown) {
      if (!signal.aborted) problem.setText(errorText(thrown))
    }
    prepared = undefined
  }
  const open = async (): Promise<void> => {
    const isOpen = (await prepared?.catch(() => undefined))?.open()
    if (!isOpen) problem.setText(messages.keyboard.blocked)
  }
  return { openWindow: prepare && (() => void open()), offered: () => void offer() }
}
