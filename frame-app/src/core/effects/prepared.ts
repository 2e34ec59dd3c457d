import type { EffectContext } from './context.ts'

/**
 * Makes the close button, the backdrop and Escape work on the prerendered view, whose code may load late or never.
 */
export const followPrepared = ({ isPrepared, navigation }: EffectContext): void => {
  const leave = (event: Event) => {
    if (!isPrepared()) return
    // Otherwise some browsers close the page's dialog on Escape.
    event.preventDefault()
    void navigation.close(false)
  }
  document.addEventListener('keydown', (event) => event.key === 'Escape' && leave(event))
  document.addEventListener('click', (event) => {
    const { target } = event
    if (target instanceof Element && (target.matches(beside) || target.closest(closeButton))) leave(event)
  })
}

const beside = '[data-testid="w3m-modal-overlay"]'
const closeButton = '[data-testid="w3m-header-close"]'

/** Replaces the prerendered view. If its code does not load, shows the failure with a retry button. */
export const replacePrepared = async (draw: EffectContext['draw']): Promise<void> => {
  const failure = document.getElementById('failure')
  const attempt = async () => {
    failure?.toggleAttribute('hidden', true)
    try {
      await draw()
    } catch (error) {
      failure?.toggleAttribute('hidden', false)
      throw error
    }
  }
  const button = failure?.querySelector('button')
  if (button)
    button.onclick = async () => {
      try {
        await attempt()
      } catch {
        // `attempt` shows the failure again.
      }
    }
  await attempt()
}
