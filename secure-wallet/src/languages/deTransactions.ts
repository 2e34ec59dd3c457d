import type { TransactionTexts } from './language.ts'

export const deTransactions = {
  newContract: 'neuer Vertrag',
  sent: {
    title: 'Gesendet',
    failed: 'Im Netzwerk fehlgeschlagen',
    failedLead: 'Außer der Netzwerkgebühr wurde nichts bewegt.',
    statusLabel: 'Stand',
    status: {
      waiting: 'Warten auf {network}',
      confirmed: 'Bestätigt',
      failed: 'Fehlgeschlagen',
      unknown: 'Noch nicht bestätigt',
    },
    explorer: 'Im Explorer ansehen',
    close: 'Fertig',
  },
  siteLimit: { label: 'Innerhalb Ihres Limits', value: '{spent} von {most} heute' },
  limits: { only: 'Nur {amount}', balance: 'was Sie jetzt haben', requested: 'was die Seite möchte' },
  fees: { low: 'Niedrig', normal: 'Normal', fast: 'Schnell', site: 'Seite' },
} satisfies TransactionTexts['transactions']
