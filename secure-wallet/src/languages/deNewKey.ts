import type { NewKeyTexts } from './language.ts'

export const deNewKey: NewKeyTexts['newKey'] = {
  title: 'Schlüssel der Wallet erneuern?',
  lead: 'Jeder Zugang zu Ihrer Wallet wird neu gemacht. Ihre Adressen bleiben.',
  others: 'Andere Browser und Geräte',
  othersLine: 'Sie fragen bei der nächsten Benutzung nach einem Zugang',
  passkey: 'Passkeys',
  passkeyOne:
    'Der, den Sie jetzt vorzeigen, gilt weiter. Andere öffnen die Wallet nicht mehr. Haben Sie keinen mehr, dann entfernen Sie sie zuerst',
  passkeyNone: 'Sie öffnen die Wallet nicht mehr, denn dieser Browser kann keinen vorzeigen',
  kit: 'Wiederherstellungs-Kits',
  kitOld: 'Gesicherte zählen nicht mehr',
  kitNew: 'Gesicherte zählen nicht mehr. Sie sichern gleich ein neues',
  guardian: 'Wiederherstellung per E-Mail',
  guardianLine: 'Bleibt, mit einem neuen Anteil',
  limitTitle: 'Was das nicht zurücknimmt',
  limit:
    'Wer Ihre Wiederherstellungsphrase gesehen hat oder ein altes Kit mit seinen Wörtern hat, kommt weiterhin hinein. Dann erstellen Sie eine neue Wallet, und verschieben Sie, was in dieser ist.',
  go: 'Schlüssel erneuern',
  working: 'Der neue Schlüssel wird gemacht und jeder Zugang geprüft',
  unsureTitle: 'Noch keine Antwort',
  unsure:
    'Vielleicht hat der Server den Schlüssel schon erneuert. Versuchen Sie es noch einmal, um es zu erfahren. Nichts geht verloren: Es gilt, was er hat.',
  unsureKit: 'Behalten Sie bis dahin das alte und das neue Kit.',
  again: 'Noch einmal versuchen',
  later: 'Später erfahren',
  doneTitle: 'Ihre Wallet hat einen neuen Schlüssel',
  done: 'Was sie vorher geöffnet hat, öffnet sie nicht mehr. Ihre Adressen sind dieselben.',
  elsewhere: 'Er wurde gerade in einem anderen Fenster erneuert. Öffnen Sie sie hier über einen ihrer neuen Zugänge.',
  oldKit: 'Löschen Sie alte Kit-Dateien, damit niemand sie findet.',
  missing: 'Zugänge, die Sie jetzt hinzufügen können',
  addKit: 'Neues Wiederherstellungs-Kit sichern',
  addKitLine: 'Öffnet Ihre Wallet auch ohne uns',
  addPasskey: 'Passkey hinzufügen',
  addPasskeyLine: 'Öffnet sie hier und in anderen Browsern',
  close: 'Fertig',
}
