// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { everywherePanel } from './everywherePanel.ts'

test.each([
  ['forget the wallet where it is open', false, ['All browsers forget the wallet']],
  ['keep what opens it where it is not', true, ['All sessions end', 'Browsers that you sign out from here keep']],
])('browsers %s, and nothing on the panel says otherwise', (_name, isKept, said) => {
  const nothing = () => undefined
  const panel = everywherePanel({ isUntold: false, isKept, hasWindows: false, go: nothing, back: nothing })
  const claims = ['All browsers forget the wallet', 'All sessions end', 'Browsers that you sign out from here keep']
  expect(claims.filter((claim) => panel.textContent?.includes(claim))).toEqual(said)
})
