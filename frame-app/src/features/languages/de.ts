import type { FirstTexts } from './languages.ts'

export const de = {
  general: {
    back: 'Zurück',
    close: 'Schließen',
    tryAgain: 'Noch einmal versuchen',
    loading: 'Wird geladen',
    chunkFailed: 'Dieser Teil konnte nicht geladen werden',
    chunkFailedNext: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
    viewFailed: 'Etwas ist schiefgegangen',
    viewFailedNext: 'Es wurde nichts gesendet. Versuchen Sie es noch einmal oder schließen Sie dieses Fenster.',
    signInRefused: 'Melden Sie sich zuerst an. Schließen Sie noch einmal, um zu trennen und zu gehen.',
    closeRefused: 'Wählen Sie zuerst ein Netzwerk. Schließen Sie noch einmal, um zu trennen und zu gehen.',
  },
  firstTitles: {
    connectWallet: 'Wallet verbinden',
    whatIsAWallet: 'Was ist eine Wallet?',
    selectChain: 'Chain wählen',
    allWallets: 'Alle Wallets',
  },
  connect: {
    wallets: 'Wallets',
    loadingWallets: 'Wallets werden geladen',
    installed: 'Installiert',
    recent: 'Zuletzt',
    legacy: 'Gefunden',
    qrCode: 'QR-Code',
    searchWallet: 'Wallet suchen',
    withWallet: 'Mit einer Wallet fortfahren',
    newToWallets: 'Neu bei Wallets?',
    getStarted: 'Erste Schritte',
    agreement: 'Mit dem Verbinden stimmen Sie den {terms} und dem {privacy} dieser Seite zu',
    agreementToTerms: 'Mit dem Verbinden stimmen Sie den {terms} dieser Seite zu',
    agreementToPrivacy: 'Mit dem Verbinden stimmen Sie dem {privacy} dieser Seite zu',
    terms: 'Bedingungen',
    privacy: 'Datenschutz',
  },
  email: {
    address: 'E-Mail-Adresse',
    go: 'Mit E-Mail fortfahren',
    or: 'oder',
    failures: {
      INTERNAL_ERROR: 'Etwas ist schiefgegangen. Versuchen Sie es noch einmal.',
      INVALID_PARAMS: 'Ungültige E-Mail-Adresse',
    },
  },
} satisfies FirstTexts
