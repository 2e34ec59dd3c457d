import type { Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { mailMessages } from './en.ts'

export const german: Translation<(typeof mailMessages)['en']> = {
  unknownLocation: 'Ort unbekannt',
  approximateCountry: '{country} (ungefähr)',
  ownNetwork: 'das Netz des Wallet-Servers',
  site: 'Website',
  browser: 'Browser',
  location: 'Ort',
  codeSubject: 'Ihr Code für {name}',
  codeTitle: 'Ihr Code für {name}',
  codeExpiry: 'Er gilt {minutes} Minuten und nur einmal.',
  codeNote:
    'Geben Sie ihn nur dort ein, wo Sie ihn angefordert haben. Wir fragen nirgends sonst danach, weder am Telefon noch per E-Mail.',
  deviceSubject: 'Ein neuer Browser möchte sich bei {name} anmelden',
  deviceTitle: 'Sind Sie das?',
  deviceText: 'Ein Browser, den wir nicht kennen, möchte sich mit Ihrer Adresse anmelden.',
  deviceButton: 'Anfrage ansehen',
  deviceExpiry: 'Der Link gilt {minutes} Minuten. Ihn zu öffnen ändert noch nichts.',
  deviceNote: 'Waren Sie es nicht, dann öffnen Sie den Link und sagen es dort, oder tun Sie nichts.',
  frozenSubject: 'Eine Anmeldung bei {name} wurde nicht zugelassen',
  frozenTitle: 'Ein neuer Browser wurde nicht zugelassen',
  frozenText:
    'Sie haben zu einer Anmeldung gesagt, dass Sie es nicht waren. Danach wird 24 Stunden lang kein neuer Browser mit Ihrer Adresse zugelassen.',
  refusedSubject: 'Neue Browser sind 24 Stunden lang gesperrt',
  refusedTitle: 'Neue Browser sind gesperrt',
  refusedText:
    'Jemand hat den Link in unserer E-Mail geöffnet und gesagt, dass die Anmeldung nicht von ihm kam. 24 Stunden lang wird kein neuer Browser mit Ihrer Adresse zugelassen; Browser, die Sie schon benutzen, bleiben angemeldet.',
  unlockMethods: {
    passkey: 'ein Passkey',
    kit: 'ein Wiederherstellungs-Kit',
    vault: 'das Wallet-Fenster eines Browsers',
    guardian: 'die Wiederherstellung per E-Mail',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'Ein neuer Weg zu Ihrer Wallet',
      text: 'Das öffnet Ihre Wallet jetzt auch: {method}.',
    },
    unlockMethodRemoved: {
      subject: 'Ein Weg zu Ihrer Wallet wurde entfernt',
      text: 'Das öffnet Ihre Wallet nicht mehr: {method}.',
    },
    exportRequested: {
      subject: 'Jemand möchte die Wiederherstellungsphrase Ihrer Wallet sehen',
      text: 'Sie kann ab {time} gezeigt werden. Wer sie hat, hat alles in Ihrer Wallet.',
    },
    exported: {
      subject: 'Die Wiederherstellungsphrase Ihrer Wallet wird gezeigt',
      text: 'Wer sie hat, hat alles in Ihrer Wallet. Wir fragen nie danach, nicht am Telefon und nicht per E-Mail.',
    },
    keyRenewed: {
      subject: 'Ihre Wallet bekommt einen neuen Schlüssel',
      text: 'Browser und Passkeys, die sie bisher öffneten, tun es nicht mehr, wenn sie nicht neu eingerichtet wurden. Ihre Adressen und Ihre Wiederherstellungsphrase bleiben gleich. Vernichten Sie frühere Wiederherstellungs-Kits: Sie führen weiterhin zu dieser Phrase.',
    },
    deletionRequested: {
      subject: 'Ihr Wallet-Konto wird am {time} gelöscht',
      text: 'Ab {time} öffnet hier nichts mehr Ihre Wallet. Bis dahin können Sie es in Ihrer Wallet unter Sicherheit anhalten.',
    },
    deleted: {
      subject: 'Ihr Wallet-Konto wurde gelöscht',
      text: 'Hier öffnet nichts mehr Ihre Wallet. Ein Wiederherstellungs-Kit oder die Wiederherstellungsphrase tut es noch, wo Sie eines davon gesichert haben.',
    },
  },
  noticeNote:
    'Waren Sie es nicht, dann öffnen Sie Ihre Wallet, melden Sie sich überall ab und sehen Sie sich ihre Sicherheit an.',
  noticeLink: 'Wallet öffnen',
}
