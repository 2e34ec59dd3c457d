import type { SentTexts } from './language.ts'

export const deSent: SentTexts['sent'] = {
  title: 'Gesendet',
  failed: 'Im Netzwerk fehlgeschlagen',
  failedLead: 'Außer der Netzwerkgebühr wurde nichts bewegt.',
  partly: 'Nur ein Teil wurde ausgeführt',
  partlyLead: 'Ausgeführt: {done} von {n} Aktionen. Der Rest hat außer Netzwerkgebühren nichts bewegt.',
  statusLabel: 'Stand',
  status: {
    waiting: 'Warten auf {network}',
    confirmed: 'Bestätigt',
    failed: 'Fehlgeschlagen',
    unknown: 'Noch nicht bestätigt',
  },
  explorer: 'Im Explorer ansehen',
  close: 'Fertig',
}
