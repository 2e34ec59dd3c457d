import type { SentTexts } from './language.ts'

export const deSent: SentTexts['sent'] = {
  title: 'Gesendet',
  failed: 'Im Netzwerk fehlgeschlagen',
  failedLead: 'Außer der Netzwerkgebühr wurde nichts bewegt.',
  partly: 'Nur ein Teil wurde ausgeführt',
  partlyLead: 'Ausgeführt: {done} von {n} Aktionen. Der Rest hat außer Netzwerkgebühren nichts bewegt.',
  payment: {
    sent: '{amount} auf dem Weg an {receiver}.',
    title: 'Bezahlt',
    lead: 'Sie haben {amount} an {receiver} bezahlt.',
    failed: 'Die Zahlung ist fehlgeschlagen',
    failedLead: 'Sie haben Ihre {amount} behalten. Die Netzwerkgebühr ist ausgegeben.',
  },
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
