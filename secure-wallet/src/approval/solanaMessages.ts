import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts that only the cards of Solana's transactions have. `formatText` fills their `{name}` placeholders. */
export const englishMessages = defineMessages('solana', {
  /** Names of the instructions of Solana's own programs. */
  instructions: {
    assign: 'Assign account to a program',
    advanceNonce: 'Advance a durable nonce',
    handOverNonce: 'Hand over a durable nonce',
    changeMinter: 'Change who may mint',
    changeFreezer: 'Change who may freeze',
    changeOwner: 'Change the owner',
    changeCloser: 'Change who may close',
    changeAuthority: 'Change an authority',
    mint: 'Mint tokens',
    burn: 'Burn tokens',
    closeAccount: 'Close a token account',
    openAccount: 'Open a token account',
    refresh: 'Refresh a wrapped balance',
    openNonce: 'Open a durable nonce',
    allocate: 'Set the size of an account',
    freeze: 'Freeze or thaw a token account',
  },
  notices: {
    notTried: { title: 'Not simulated', text: 'You see only what the transaction claims.' },
    triedAlone: { title: 'Each was simulated alone', text: 'One of them may change what the next one does.' },
    unknownPrograms: { title: 'We cannot say what this does', text: 'Programs that could not be decoded: {programs}.' },
    controlTo: { title: '{name}', text: '{account} to {to}' },
    controlOf: { title: '{name}', text: '{account}' },
    tables: {
      title: 'Accounts from lookup tables',
      text: 'Some accounts are in lookup tables that this wallet could not read.',
    },
    durable: {
      title: 'It does not expire',
      text: 'Whoever has this signature can send the transaction at any later time.',
    },
    hook: { title: 'This token runs a program', text: '{program} runs with each transfer of {token}.' },
    permanentDelegate: { title: 'Somebody can take this token', text: '{delegate} can move all {token} at any time.' },
    transferFee: { title: 'This token keeps a fee', text: 'It keeps {percent} % of each transfer of {token}.' },
  },
})

export const messages = translate(englishMessages)
export type SolanaInstructionName = keyof typeof englishMessages.en.instructions
