import type { ErrorPanelTexts } from '../hook.ts'
import { provideErrorPanel } from './errorPanel.ts'

export const germanTexts: ErrorPanelTexts = {
  lang: 'de',
  dir: 'ltr',
  retry: 'Noch einmal versuchen',
  openWindow: 'Fenster öffnen',
  close: 'Schließen',
  panels: {
    offline: ['Sie sind offline', 'Prüfen Sie Ihre Verbindung. Danach geht es von selbst weiter.'],
    unreachable: [
      'Die Wallet antwortet nicht',
      'Es wurde nichts geteilt, und Ihr Geld ist, wo es war. Versuchen Sie es in einer Minute noch einmal.',
    ],
    setup: [
      'Verbinden ist hier nicht eingerichtet',
      '{site} hat die Wallet-Einstellungen nicht abgeschlossen. Sie müssen nichts tun.',
    ],
    blocked: [
      'Etwas blockiert die Wallet',
      'Ein Werbeblocker oder eine Einstellung dieser Seite hält sie auf. Erlauben Sie {modal} und versuchen Sie es noch einmal.',
    ],
    framed: [
      'In einem eigenen Fenster öffnen',
      'Diese Seite läuft in einer anderen, und die Wallet arbeitet nur dort, wo Sie ihre Adresse sehen.',
    ],
  },
}
provideErrorPanel(germanTexts)
