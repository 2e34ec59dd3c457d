import type { ReturnTexts } from './language.ts'

export const deReturn = {
  go: 'Weiter als {email}',
  stays: 'Ihre Wallet bleibt in diesem Browser.',
  staysHere: 'Ihre Wallet bleibt auf dieser Seite. Der Browser vergisst sie, sobald Sie sie verlassen.',
  shared: 'Gemeinsamer Computer?',
  signOut: 'Abmelden',
  otherEmail: 'Andere E-Mail-Adresse',
  confirmTitle: 'Bestätigen Sie, dass Sie es sind',
  confirm:
    'Sie sind zu {site} zurückgekehrt. Bevor Sie zum ersten Mal signieren, nutzen Sie einen Passkey oder einen Code per E-Mail.',
  confirmByCode:
    'Sie sind zu {site} zurückgekehrt. Bevor Sie zum ersten Mal signieren, senden wir einen Code an {email}.',
  passkey: 'Passkey verwenden',
  code: 'Code per E-Mail senden',
  notNow: 'Nicht jetzt',
} as const satisfies ReturnTexts['return']
