// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { signOutEverywherePanel } from './everywherePanel.ts'

const [forget, end, keep] = [
  'All browsers forget the wallet',
  'All sessions end',
  'Browsers that you sign out from here keep',
]

test.each([
  ['forget the wallet if it is open here', {}, [forget]],
  ['keep their device share sets if the wallet is locked here', { isKept: true }, [end, keep]],
  ['keep a wallet that can only receive', { isReceiveOnly: true }, [end]],
])('the panel of "sign out everywhere" says only that other browsers %s', (_name, state, said) => {
  const nothing = () => undefined
  const usual = { isGuardianUnreached: false, isKept: false, isReceiveOnly: false, hasWindows: false }
  const panel = signOutEverywherePanel({ ...usual, ...state, back: nothing })
  expect([forget, end, keep].filter((claim) => panel.root.textContent?.includes(claim))).toEqual(said)
})
