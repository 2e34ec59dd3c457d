import type { EffectContext } from './context.ts'

/**
 * Makes the close button, the backdrop and Escape work on the prerendered view, whose code may load late or never.
 */
export const followPrepared = ({ onLeave, navigation }: EffectContext): void =>
  onLeave(() => void navigation.close(false))

/** Replaces the prerendered view. If its code does not load, shows the failure with a retry button. */
export const replacePrepared = async (draw: EffectContext['draw']): Promise<void> => {
  const list = document.querySelector('ul')
  const template = document.getElementById(failureId)
  const notice =
    template instanceof HTMLTemplateElement ? (template.content.firstElementChild?.cloneNode(true) as Element) : null
  const attempt = async () => {
    notice?.remove()
    list?.toggleAttribute('hidden', false)
    try {
      await draw()
    } catch (error) {
      if (notice) list?.before(notice)
      list?.toggleAttribute('hidden', true)
      throw error
    }
  }
  const button = notice?.querySelector('button')
  if (button)
    button.onclick = async (event) => {
      // The document's script keeps presses only for the views.
      event.stopPropagation()
      try {
        await attempt()
      } catch {
        // `attempt` shows the failure again.
      }
    }
  await attempt()
}

/** The id of the template of the notice. */
const failureId = 'failure'
