import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

export const englishMessages = defineMessages('pages', {
  offline: {
    title: 'Open a backup',
    lead: 'This page works without a network. Disconnect first, if you like. It shows the twelve words that every wallet takes.',
    openedTitle: 'The backup opens this wallet',
    opened: 'Its addresses on Ethereum networks and on Solana:',
    ethereum: 'Ethereum networks',
    solana: 'Solana',
  },
  vault: {
    signInTitle: 'Your wallet',
    signInLead: 'Sign in to see its settings or to take your recovery phrase with you.',
    email: 'Email address',
    go: 'Continue',
    outTitle: 'Signed in as {email}',
    open: 'Open Security',
    signOut: 'Sign out of this window',
    exportTitle: 'Your recovery phrase',
    exportLead:
      'Anyone who has these twelve words controls everything in this wallet. No site and nobody from support ever asks for them.',
    hold: 'Hold to show the words',
    held: 'Let go to cover them',
    phrase: 'Recovery phrase',
    done: 'Done',
    kitTitle: 'Save your backup',
    kitLead: 'This file and its seven words open your wallet. Keep the two apart.',
    kitDownload: 'Download the file',
    kitSaved: 'Saved. You can close this window and go on where you came from.',
    codeCloses: 'This window closes by itself, and it goes on where you came from.',
    codeDone: 'Your code is on its way',
    kitGone: 'This page was open too long. Start again where you came from.',
  },
})

export const messages = translate(englishMessages)
