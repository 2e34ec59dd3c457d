import type { ErrorPanelTexts } from '../hook.ts'
import { provideNotices } from './notices.ts'

export const germanTexts: ErrorPanelTexts = {
  lang: 'de',
  dir: 'ltr',
  texts: {
    Retry: 'Noch einmal versuchen',
    Close: 'Schließen',
    'You are offline': 'Sie sind offline',
    'The server cannot be reached': 'Der Server ist nicht erreichbar',
    'This part could not be loaded': 'Dieser Teil konnte nicht geladen werden',
    'Blocked by this site': 'Von dieser Seite blockiert',
    'Project ID Not Configured': 'Die Projekt-ID ist nicht eingerichtet',
    'Invalid App Configuration': 'Diese App ist nicht richtig eingerichtet',
    'Rate Limited': 'Anfragelimit erreicht',
    'Server Error': 'Serverfehler',
    'Unsupported version': 'Nicht unterstützte Version',
    'Content-Security-Policy needs frame-src': 'Die Content-Security-Policy muss erlauben: frame-src',
    'origin not allowed': 'Diese Adresse ist nicht zugelassen',
    'invalid project id': 'Die Projekt-ID ist unbekannt',
    'project id not configured': 'Die Projekt-ID fehlt',
    'rate limited': 'Zu viele Anfragen',
    'server error': 'Serverfehler',
    'unsupported version': 'Nicht unterstützte Version',
  },
}
provideNotices(germanTexts)
