import type { ThisBrowserTexts } from './language.ts'

export const deThisBrowser = {
  title: 'Diese Wallet aus diesem Browser entfernen?',
  lead: 'Nichts darin geht verloren. Um sie hier wieder zu öffnen, brauchen Sie eines davon:',
  passkey: 'Ihren Passkey',
  passkeyLine: 'Öffnet sie sofort',
  backup: 'Ihr Backup',
  backupLine: 'Die Datei und die sieben Wörter öffnen sie sofort',
  email: 'Ihre E-Mail',
  other: 'Einen anderen Browser',
  otherLine: '{browser}. Erstellen Sie dort einen Passkey oder ein Backup und nutzen Sie es dann hier',
  sites: 'Auch auf diesen Websites entfernen',
  sitesLine:
    'Dort sind Sie mit {browser} angemeldet. Wählen Sie die Websites, die Sie in diesem Browser geöffnet haben.',
  signedOut:
    'Eine Website, auf der Sie sich abgemeldet haben, behält die Wallet gesperrt. Um sie auch dort zu entfernen, melden Sie sich dort zuerst an.',
  go: 'Hier entfernen',
  anyway: 'Trotzdem entfernen',
  keep: 'Hier behalten',
  lastTitle: 'Dieser Browser ist der einzige Zugang',
  last: 'Es gibt keinen Passkey, kein Backup und keine Wiederherstellung per E-Mail. Ohne diesen Browser könnte niemand Ihre Wallet wieder öffnen. Richten Sie zuerst einen anderen Zugang ein.',
  makeBackup: 'Backup erstellen',
  addPasskey: 'Passkey hinzufügen',
} as const satisfies ThisBrowserTexts['thisBrowser']
