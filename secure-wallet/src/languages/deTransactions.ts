import type { TransactionTexts } from './language.ts'

export const deTransactions = {
  newContract: 'neuer Vertrag',
  siteLimit: { label: 'Innerhalb Ihres Limits', value: '{spent} von {most} heute' },
  limits: { only: 'Nur {amount}', balance: 'was Sie jetzt haben', requested: 'was die Seite möchte' },
  fees: { low: 'Niedrig', normal: 'Normal', fast: 'Schnell', site: 'Seite' },
} satisfies TransactionTexts['transactions']
