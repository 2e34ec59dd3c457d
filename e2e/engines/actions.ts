import type { MouseStep } from './engine.ts'

/**
 * The code points that WebDriver has for keys without a character (https://www.w3.org/TR/webdriver2/#keyboard-actions).
 */
export const tabKey = '\uE004'
export const escapeKey = '\uE00C'

/** Input actions, which WebDriver and WebDriver BiDi write alike. */
export const mouseActions = (steps: readonly MouseStep[]) => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: steps.map(mouseAction),
  },
]
const mouseAction = (step: MouseStep) => {
  if (typeof step === 'string') return { type: step === 'down' ? 'pointerDown' : 'pointerUp', button: 0 }
  if ('restMs' in step) return { type: 'pause', duration: step.restMs }
  return { type: 'pointerMove', x: Math.round(step.x), y: Math.round(step.y), duration: 20 }
}

export const keyActions = (keys: string) => [
  {
    type: 'key',
    id: 'keyboard',
    actions: [...keys].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]),
  },
]
