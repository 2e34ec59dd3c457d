import { signInModeAtom } from '../../features/signIn/signInAtoms.ts'
import { isOpenAtom } from '../state/modal.ts'
import type { EffectContext } from './context.ts'

/**
 * Lets the close button, the backdrop and Escape close the prerendered view, because the code of the views may load
 * late or never.
 */
export const handlePrerenderedClose = ({ onLeave, navigation, store }: EffectContext): void =>
  // The prerendered view can't shake, so the visitor would not see a refused close and would press again. The second
  // press would disconnect the wallet. So close an open modal at once, even on an unsupported network. If the sign-in is
  // required, don't force the close: a visitor who declines the sign-in must be disconnected.
  onLeave(() => void navigation.close(store.get(isOpenAtom) && store.get(signInModeAtom) !== 'required'))

/** The failure notice in the document. An earlier call may have shown it. */
let shownNotice: Element | null = null

/**
 * Replaces the prerendered view with React's. If the code of the views does not load, shows the failure with a retry
 * button.
 */
export const replacePrerenderedView = async (
  draw: EffectContext['draw'],
  renew: EffectContext['renew'],
): Promise<void> => {
  const list = document.querySelector('ul')
  const template = document.getElementById(failureId)
  const notice =
    template instanceof HTMLTemplateElement ? (template.content.firstElementChild?.cloneNode(true) as Element) : null
  const attempt = async () => {
    shownNotice?.remove()
    list?.toggleAttribute('hidden', false)
    try {
      await draw()
    } catch (error) {
      shownNotice?.remove()
      if (notice) list?.before(notice)
      shownNotice = notice
      list?.toggleAttribute('hidden', true)
      throw error
    }
  }
  const button = notice?.querySelector('button')
  if (button)
    button.onclick = async (event) => {
      // Without this call the document's script would remember the click and repeat it on the loaded views.
      event.stopPropagation()
      try {
        await attempt()
      } catch {
        // Chromium until version 150 never requests a script again that failed to load, so only a new frame can help.
        renew()
      }
    }
  await attempt()
}

/** The id of the template element that holds the failure notice. */
const failureId = 'failure'
