import type { Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { englishMailTexts } from './en.ts'

export const germanMailTexts: Translation<(typeof englishMailTexts)['en']> = {
  unknownLocation: 'unbekannter Ort',
  approximateCountry: '{country} (ungefähr)',
  ownNetwork: 'das Netz des Wallet-Servers',
  site: 'Angefordert auf',
  browser: 'Browser',
  location: 'Ort',
  time: 'Zeit',
  browserOn: '{name} unter {system}',
  someBrowserOn: 'Ein Browser unter {system}',
  unknownBrowser: 'Ein unbekannter Browser',
  ownName: 'Ihre Wallet',
  foot: 'An {address} gesendet von {wallet}, der Wallet von {name}.',
  ownFoot: 'An {address} gesendet, die E-Mail-Adresse Ihrer Wallet.',
  notYou: 'Waren Sie das nicht?',
  codeSubject: '{code} ist Ihr Code für {name}',
  codeTitle: 'Ihr Anmeldecode',
  codeText: 'Geben Sie ihn in dem Fenster ein, das auf {host} offen ist. Oben in diesem Fenster steht {wallet}.',
  codeTextOwn: 'Geben Sie ihn in dem Fenster ein, in dem oben {wallet} steht.',
  codeExpiry: 'Er gilt einmal und {minutes} Minuten lang.',
  codeNote:
    'Dann tun Sie nichts. Ohne diesen Code kommt niemand hinein. Geben Sie ihn niemandem; niemand von {name} oder {wallet} fragt danach.',
  unlockMethods: {
    passkey: 'Passkey',
    kit: 'Backup',
    vault: 'eigenes Fenster der Wallet in einem Browser',
    guardian: 'Wiederherstellung per E-Mail',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'Ihre Wallet lässt sich auf eine neue Art öffnen',
      text: 'Ihre Wallet lässt sich jetzt auch so öffnen: {method}.',
    },
    unlockMethodRemoved: {
      subject: 'Ihre Wallet lässt sich auf eine Art nicht mehr öffnen',
      text: 'Ihre Wallet lässt sich so nicht mehr öffnen: {method}.',
    },
    exportRequested: {
      subject: 'Jemand möchte die geheimen Wörter Ihrer Wallet sehen',
      text: 'Sie sind ab {time} zu sehen. Wer diese Wörter sieht, die Wiederherstellungsphrase, kann alles aus Ihrer Wallet nehmen, jetzt und später, und niemand kann das rückgängig machen.',
    },
    exported: {
      subject: 'Die geheimen Wörter Ihrer Wallet werden gezeigt',
      text: 'Wer diese Wörter sieht, die Wiederherstellungsphrase, kann alles aus Ihrer Wallet nehmen, jetzt und später, und niemand kann das rückgängig machen. Wir fragen nie danach, weder am Telefon noch per E-Mail.',
    },
    keyRenewed: {
      subject: 'Ihre Wallet bekommt ein neues Schloss',
      text: 'Browser und Passkeys, die Ihre Wallet bisher öffneten, öffnen sie nicht mehr, wenn sie nicht neu eingerichtet wurden. Ihre Adressen und Ihre Wiederherstellungsphrase bleiben gleich. Vernichten Sie frühere Backups: Sie verraten weiterhin diese Phrase.',
    },
    deletionRequested: {
      subject: 'Ihr Wallet-Konto wird am {time} gelöscht',
      text: 'Ab {time} kann unser Server nicht mehr helfen, Ihre Wallet zu öffnen. Bis dahin können Sie die Löschung in Ihrer Wallet unter Sicherheit abbrechen.',
    },
    deleted: {
      subject: 'Ihr Wallet-Konto wurde gelöscht',
      text: 'Unser Server kann nicht mehr helfen, Ihre Wallet zu öffnen. Ein Backup oder die Wiederherstellungsphrase öffnet sie weiterhin, wenn Sie eines davon gesichert haben.',
    },
  },
  noticeNote:
    'Dann öffnen Sie Ihre Wallet, melden Sie sich überall ab und prüfen Sie dort die Seite „Sicherheit“. Waren Sie es, dann ist nichts zu tun.',
  noticeLink: 'Wallet öffnen',
}
