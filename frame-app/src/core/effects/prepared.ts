import type { EffectContext } from './context.ts'

/**
 * The view that the server prepared is on the screen before the views' code is there, and perhaps without it ever
 * coming. Until that code takes it over, this gives it the ways out that the visitor sees.
 */
export const followPrepared = ({ isPrepared, navigation }: EffectContext): void => {
  const leave = (event: Event) => {
    if (!isPrepared()) return
    // Some browsers close the page's dialog over a key that nobody took.
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

/** Brings the views over it. Where they can't come it says so, with a way to ask again. */
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
        // Said in the very place again.
      }
    }
  await attempt()
}
