import type { PasskeyTexts } from './language.ts'

export const dePasskeys = {
  devices: {
    faceId: 'Nächstes Mal Face ID verwenden',
    touchId: 'Nächstes Mal Touch ID verwenden',
    windowsHello: 'Nächstes Mal Windows Hello verwenden',
    screenLock: 'Nächstes Mal die Bildschirmsperre verwenden',
    passkey: 'Nächstes Mal einen Passkey verwenden',
  },
  none: 'Es wurde kein Passkey erstellt',
  noneNext: 'Sie können jederzeit unter Sicherheit einen hinzufügen.',
  again: 'Erneut versuchen',
  notNow: 'Nicht jetzt',
  login: {
    title: 'Verwenden Sie Ihren Passkey',
    noneTitle: 'Es wurde kein Passkey verwendet',
    none: 'Auf diesem Gerät gibt es keinen Passkey für diese Wallet, oder die Abfrage wurde geschlossen. Ihre E-Mail-Adresse geht auch.',
    unfit: 'Dieser Passkey öffnet hier keine Wallet mehr. Ihre E-Mail-Adresse geht auch.',
    email: 'Weiter mit E-Mail',
    again: 'Noch einmal fragen',
  },
} as const satisfies PasskeyTexts['passkeys']
