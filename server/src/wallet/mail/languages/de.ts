import type { Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { englishMailTexts } from './en.ts'

export const germanMailTexts: Translation<(typeof englishMailTexts)['en']> = {
  unknownLocation: 'unbekannter Ort',
  approximateCountry: '{country} (ungefähr)',
  ownNetwork: 'das Netz des Wallet-Servers',
  site: 'Website',
  browser: 'Browser',
  location: 'Ort',
  codeSubject: 'Ihr Code für {name}',
  codeTitle: 'Ihr Code für {name}',
  codeExpiry: 'Er gilt {minutes} Minuten und nur einmal.',
  codeNote:
    'Geben Sie ihn nur auf der Seite ein, auf der Sie ihn angefordert haben. Wir fragen nirgends sonst danach, weder am Telefon noch per E-Mail.',
  deviceSubject: 'Ein neuer Browser möchte sich bei {name} anmelden',
  deviceTitle: 'Sind Sie das?',
  deviceText: 'Ein Browser, den wir nicht kennen, möchte sich mit Ihrer E-Mail-Adresse anmelden.',
  deviceButton: 'Anfrage ansehen',
  deviceExpiry: 'Der Link gilt {minutes} Minuten. Ihn zu öffnen ändert noch nichts.',
  deviceNote:
    'Waren Sie es nicht, dann öffnen Sie den Link und lehnen Sie die Anmeldung ab, oder ignorieren Sie diese E-Mail.',
  frozenSubject: 'Eine Anmeldung bei {name} wurde abgelehnt',
  frozenTitle: 'Die Anmeldung eines neuen Browsers wurde abgelehnt',
  frozenText:
    'Eine frühere Anmeldung wurde als nicht Ihre gemeldet. Nach dieser Meldung kann sich 24 Stunden lang kein neuer Browser mit Ihrer E-Mail-Adresse anmelden.',
  refusedSubject: 'Neue Browser können sich 24 Stunden lang nicht anmelden',
  refusedTitle: 'Neue Browser können sich nicht anmelden',
  refusedText:
    'Jemand hat den Link in unserer E-Mail geöffnet und gemeldet, dass die Anmeldung nicht von ihm kam. 24 Stunden lang kann sich kein neuer Browser mit Ihrer E-Mail-Adresse anmelden. Browser, die Sie schon benutzen, bleiben angemeldet.',
  unlockMethods: {
    passkey: 'Passkey',
    kit: 'Wiederherstellungs-Kit',
    vault: 'Wallet-Fenster eines Browsers',
    guardian: 'Wiederherstellung per E-Mail',
  },
  notices: {
    unlockMethodAdded: {
      subject: 'Eine neue Entsperrmethode für Ihre Wallet',
      text: 'Ihre Wallet lässt sich jetzt auch mit dieser Methode öffnen: {method}.',
    },
    unlockMethodRemoved: {
      subject: 'Eine Entsperrmethode Ihrer Wallet wurde entfernt',
      text: 'Ihre Wallet lässt sich mit dieser Methode nicht mehr öffnen: {method}.',
    },
    exportRequested: {
      subject: 'Jemand möchte die Wiederherstellungsphrase Ihrer Wallet sehen',
      text: 'Sie kann ab {time} gezeigt werden. Wer die Phrase hat, verfügt über alles in Ihrer Wallet.',
    },
    exported: {
      subject: 'Die Wiederherstellungsphrase Ihrer Wallet wird gezeigt',
      text: 'Wer die Phrase hat, verfügt über alles in Ihrer Wallet. Wir fragen nie danach, weder am Telefon noch per E-Mail.',
    },
    keyRenewed: {
      subject: 'Ihre Wallet bekommt einen neuen Schlüssel',
      text: 'Browser und Passkeys, die Ihre Wallet bisher öffneten, öffnen sie nicht mehr, wenn sie nicht neu eingerichtet wurden. Ihre Adressen und Ihre Wiederherstellungsphrase bleiben gleich. Vernichten Sie frühere Wiederherstellungs-Kits: Sie verraten weiterhin diese Phrase.',
    },
    deletionRequested: {
      subject: 'Ihr Wallet-Konto wird am {time} gelöscht',
      text: 'Ab {time} kann unser Server nicht mehr helfen, Ihre Wallet zu öffnen. Bis dahin können Sie die Löschung in Ihrer Wallet unter Sicherheit abbrechen.',
    },
    deleted: {
      subject: 'Ihr Wallet-Konto wurde gelöscht',
      text: 'Unser Server kann nicht mehr helfen, Ihre Wallet zu öffnen. Ein Wiederherstellungs-Kit oder die Wiederherstellungsphrase öffnet sie weiterhin, wenn Sie eines davon gesichert haben.',
    },
  },
  noticeNote:
    'Waren Sie es nicht, dann öffnen Sie Ihre Wallet, melden Sie sich überall ab und prüfen Sie dort die Seite „Sicherheit“.',
  noticeLink: 'Wallet öffnen',
}
