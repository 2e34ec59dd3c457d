import type { SolanaTexts } from './language.ts'

export const deSolana = {
  instructions: {
    assign: 'Konto einem Programm zuweisen',
    advanceNonce: 'Eine dauerhafte Nonce weiterschalten',
    handOverNonce: 'Eine dauerhafte Nonce abgeben',
    changeMinter: 'Ändern, wer erzeugen darf',
    changeFreezer: 'Ändern, wer einfrieren darf',
    changeOwner: 'Den Eigentümer ändern',
    changeCloser: 'Ändern, wer schließen darf',
    changeAuthority: 'Eine Berechtigung ändern',
    mint: 'Token erzeugen',
    burn: 'Token vernichten',
    closeAccount: 'Ein Token-Konto schließen',
    openAccount: 'Ein Token-Konto eröffnen',
    refresh: 'Ein Wrapped-Guthaben aktualisieren',
    openNonce: 'Eine dauerhafte Nonce eröffnen',
    allocate: 'Die Größe eines Kontos setzen',
    freeze: 'Ein Token-Konto einfrieren oder freigeben',
  },
  notices: {
    notTried: { title: 'Nicht simuliert', text: 'Hier steht nur, was die Transaktion über sich selbst sagt.' },
    triedAlone: {
      title: 'Jede wurde für sich ausprobiert',
      text: 'Was die eine tut, kann ändern, was die nächste tut.',
    },
    unknownPrograms: {
      title: 'Wir können nicht sagen, was das tut',
      text: 'Programme, die nicht dekodiert werden konnten: {programs}.',
    },
    controlTo: { title: '{name}', text: '{account} an {to}' },
    controlOf: { title: '{name}', text: '{account}' },
    tables: {
      title: 'Konten aus Nachschlagetabellen',
      text: 'Manche der Konten stehen in Tabellen, die diese Wallet nicht lesen konnte.',
    },
    durable: {
      title: 'Sie läuft nicht ab',
      text: 'Wer diese Unterschrift hat, kann die Transaktion jederzeit später senden.',
    },
    hook: {
      title: 'Dieser Token führt ein Programm aus',
      text: '{program} läuft bei jeder Übertragung von {token}.',
    },
    permanentDelegate: {
      title: 'Jemand kann diesen Token nehmen',
      text: '{delegate} kann jederzeit alle {token} bewegen.',
    },
    transferFee: {
      title: 'Dieser Token behält eine Gebühr',
      text: 'Er behält {percent} % jeder Übertragung von {token}.',
    },
  },
} satisfies SolanaTexts['solana']
