import type { NewKeyTexts } from './language.ts'

export const deNewKey: NewKeyTexts['newKey'] = {
  title: 'Schloss Ihrer Wallet austauschen?',
  lead: 'Jeder Zugang zu Ihrer Wallet wird neu gemacht. Ihre Adressen bleiben.',
  others: 'Andere Browser und Geräte',
  othersLine: 'Sie fragen bei der nächsten Benutzung nach einem Zugang',
  passkey: 'Passkeys',
  passkeyOne:
    'Der, den Sie jetzt vorzeigen, gilt weiter. Andere öffnen die Wallet nicht mehr. Haben Sie keinen mehr, dann entfernen Sie sie zuerst',
  passkeyNone: 'Sie öffnen die Wallet nicht mehr, denn dieser Browser kann keinen vorzeigen',
  kit: 'Backups',
  kitOld: 'Bisherige öffnen sie nicht mehr',
  kitNew: 'Bisherige öffnen sie nicht mehr. Sie erstellen gleich ein neues',
  guardian: 'Wiederherstellung per E-Mail',
  guardianLine: 'Bleibt, wie sie ist',
  limitTitle: 'Was das nicht zurücknimmt',
  limit:
    'Wer Ihre Wiederherstellungsphrase gesehen hat oder ein altes Backup mit seinen Wörtern hat, kommt weiterhin hinein. Dann erstellen Sie eine neue Wallet, und verschieben Sie, was in dieser ist.',
  go: 'Schloss jetzt austauschen',
  working: 'Das Schloss wird ausgetauscht und jeder Zugang geprüft',
  unsureTitle: 'Noch keine Antwort',
  unsure:
    'Vielleicht ist das Schloss schon ausgetauscht. Versuchen Sie es noch einmal, um es zu erfahren. Nichts geht verloren.',
  unsureKit: 'Behalten Sie bis dahin das alte und das neue Backup.',
  again: 'Noch einmal versuchen',
  later: 'Später erfahren',
  doneTitle: 'Ihre Wallet hat ein neues Schloss',
  done: 'Was sie vorher geöffnet hat, öffnet sie nicht mehr. Ihre Adressen sind dieselben.',
  elsewhere:
    'Es wurde gerade in einem anderen Fenster ausgetauscht. Öffnen Sie sie hier über einen ihrer neuen Zugänge.',
  oldKit: 'Löschen Sie alte Backup-Dateien, damit niemand sie findet.',
  missing: 'Zugänge, die Sie jetzt hinzufügen können',
  addKit: 'Neues Backup erstellen',
  addKitLine: 'Öffnet Ihre Wallet auch ohne uns',
  addPasskey: 'Passkey hinzufügen',
  addPasskeyLine: 'Öffnet sie hier und in anderen Browsern',
  close: 'Fertig',
}
