import type { ErrorPanelTexts } from '../hook.ts'
import { provideErrorPanel } from './errorPanel.ts'

export const englishTexts: ErrorPanelTexts = {
  lang: 'en',
  dir: 'ltr',
  retry: 'Try again',
  openWindow: 'Open the window',
  close: 'Close',
  panels: {
    offline: ['You are offline', 'Check your connection. This goes on by itself.'],
    unreachable: [
      'The wallet isn’t answering',
      'Nothing was shared, and your money is where it was. Try again in a minute.',
    ],
    setup: [
      'Connecting isn’t set up here',
      '{site} has not finished its wallet settings. There is nothing you need to do.',
    ],
    blocked: [
      'Something blocks the wallet',
      'An ad blocker or a setting of this page stops it. Allow {modal}, then try again.',
    ],
    framed: [
      'Open this in its own window',
      'This page runs inside another one, and the wallet works only where you can see its address.',
    ],
  },
}
provideErrorPanel(englishTexts)
