import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { translate } from '../languages/translate.ts'

/** Texts of the cards. `formatText` fills their `{name}` placeholders and keeps every character. */
export const englishMessages = defineMessages('approval', {
  cancel: 'Cancel',
  close: 'Close',
  position: '{position} of {total}',
  atMost: 'at most {most}',
  details: 'Details',
  feeAbout: 'fee about {fee}',
  unknownSite: 'A site we don’t know',
  raw: 'Show the raw data',
  arming: 'You can answer in a moment',
  armed: 'You can answer now',
  nudge: {
    tooEarly: 'A moment to look. Press again when it is full.',
    unmoved: 'Move the pointer a little, then press again.',
  },
  estimate: 'Estimate from {n} sec ago',
  working: 'One moment',
  passkeyClosed: {
    title: 'Nothing was paid',
    text: 'The passkey prompt was closed.',
    again: 'Try again',
  },
  windowInstead: 'Answer in the wallet window',
  continueLead: 'Continue in the wallet window of {name}, where no page can cover this request.',
  openWindow: 'Open wallet window',
  waitingTitle: 'Waiting for your answer',
  waitingLead: 'Approve or cancel in the wallet window.',
  reopen: 'Reopen window',
  cancelRequest: 'Cancel the request',
  blocked: 'The browser did not open the window. Allow windows for this site, and try again.',
  answered: 'You can close this window',
  answeredLead: 'Your answer is on its way to the site.',
  oldPasskey: {
    title: 'Add your passkey again',
    text: 'It was added before a passkey could confirm payments on a site. Add it again under Security, and the next payment needs no window.',
    open: 'Open the wallet',
  },
  gone: 'This request has ended',
  goneLead: 'Go back to the site and start again.',
  tooSmall: 'Make this window larger to answer.',
  /** Requests that the wallet refuses without asking the visitor, by the error code that the site receives. */
  refused: {
    title: 'This request was blocked',
    method: 'Method',
    leads: {
      METHOD_NOT_ALLOWED: '{site} asked for an action that this wallet never allows. Nothing was signed.',
      WRONG_SITE_MESSAGE:
        '{site} asked you to sign in to another site, where it could pass for you. Nothing was signed.',
      BLIND_MESSAGE: '{site} asked for a signature of something that nobody can read. Nothing was signed.',
      TRANSACTION_MESSAGE: '{site} passed a transaction off as a message. Nothing was signed.',
      FOREIGN_KEY_MESSAGE:
        'This text makes the key of your {protocol} account. Only {protocol} may ask for it, and this is {site}. Nothing was signed.',
      ACCOUNT_DELEGATION: '{site} asked you to hand your whole account to a contract. Nothing was signed.',
    },
  },
  /** The deed of a click, in the words of a visitor. */
  titles: {
    signIn: 'Sign in to {site}',
    message: 'Sign a message',
    key: 'Make the key of your {protocol} account?',
    send: 'Send {amount}',
    pay: 'Pay {amount}',
    allow: 'Allow {spender} to spend {amount}',
    allowAll: 'Allow {spender} to spend your {token}',
    swap: 'Swap {gives} for {gets}',
    control: 'Hand over control of {contract}?',
    use: 'Use the contract {contract}',
    give: 'Give away {amounts}?',
    unreadable: 'Send something we can’t read?',
  },
  leads: {
    signIn: 'It shows the site that this wallet is yours. It costs nothing and moves nothing.',
    message: 'Sign it only if you would say it.',
    key: 'Whoever has this signature has that key, and with it what the account holds.',
  },
  /** Texts of the approve button. A request with several steps gets a text for the whole request. */
  labels: {
    signIn: 'Sign in',
    message: 'Sign message',
    key: 'Make the key',
    send: 'Send anyway',
    give: 'Give {amounts}',
    approve: 'Approve anyway',
    actions: 'Approve {n} actions',
    sign: 'Sign',
    steps: 'Sign {n} steps',
    allowOnly: 'Allow {amount} only',
    allowUnlimited: 'Allow unlimited {token}',
    withOnly: '{label}, with {amount} only',
    withUnlimited: '{label}, with unlimited {token}',
  },
  steps: {
    send: 'Send {amount} to {to}',
    allow: 'Allow {spender} to take {amount}',
    revoke: 'Take back what {spender} may take of {token}',
    revokeAny: 'Take back an allowance',
    call: 'Call {name} of {contract}',
    callUnknown: 'Call {contract}, could not decode {selector}',
    callProgram: 'Call {program}, could not decode',
    deploy: 'Deploy a contract',
    open: 'Open an account with {amount} for {owner}',
    note: 'Note: {text}',
  },
  numbers: { group: ',', point: '.' },
  lists: { and: '{before} and {after}', comma: '{before}, {after}' },
  amounts: {
    all: 'All of them',
    allOf: 'all {token}',
    unlimited: 'Unlimited',
    unlimitedOf: 'unlimited {token}',
    upTo: 'up to {amount}',
    from: 'from {amount}',
    unitsOf: '{n} base units of {token}',
    of: '{amount} of {token}',
    aToken: 'a token',
    unknownToken: 'unknown token {address}',
    none: 'nothing',
    unknown: 'Unknown',
  },
  changes: {
    after: 'After this, in your wallet',
    mayTake: 'It may take',
    anythingElse: 'Anything else',
    notSimulated: 'not simulated',
    forSpender: 'for {spender}',
    coins: 'Coins',
    token: 'Token {token}',
  },
  rows: {
    to: 'To',
    spender: 'Spender',
    token: 'Token',
    until: 'Works until',
    noEnd: 'no end',
    contract: 'Contract',
    for: 'For',
    account: 'Account',
    network: 'Network',
    fee: 'Network fee',
    limit: 'Your limit',
    signsInTo: 'Signs in to',
    forUri: 'For',
  },
  notices: {
    fails: { title: 'This would fail', text: '{reason}. You would lose the fee.' },
    /**
     * Shown instead of `fails` if the failure costs no fee, because the transaction cannot be sent, or because the
     * Solana node refuses it.
     */
    failsUnsent: { title: 'This would fail', text: '{reason}' },
    noReason: 'The contract gives no reason',
    notTried: {
      title: 'Not simulated',
      text: 'This network cannot simulate it. You see only what the call claims.',
    },
    changed: {
      title: 'This changed. Look again',
      text: 'The network would now do something else than this card said before.',
    },
    unsteady: {
      title: 'It may do something else',
      text: 'With another fee, or a little later, it did something else when this wallet tried it.',
    },
    misreported: {
      title: 'A token reports wrong amounts',
      text: 'Its contract says other amounts than it moves. Trust only the amounts below.',
    },
    queued: {
      title: 'Another transaction comes first',
      text: 'You sent it elsewhere, and it may change what this one does.',
    },
    unknownToken: {
      title: 'An unknown token',
      text: 'This wallet knows it from no list. Anybody can give a token any name.',
    },
    imitation: {
      title: 'It is not {name}',
      text: 'This token has the name of {name}, but another address.',
    },
    unknown: {
      title: 'We cannot say what this does',
      text: 'Its call could not be decoded. A site that you do not know may take what you own.',
    },
    takesMore: { title: 'It does more than it says', text: 'It also takes: {amounts}.' },
    allowsMore: { title: 'It allows more than it says', text: '{spenders} may take from you later.' },
    noLimit: {
      title: 'No limit on what it may take',
      text: 'If you approve, the spender can take all of it, now and in the future.',
    },
    asksNoLimit: {
      title: 'The site asks for no limit',
      text: 'Without one the spender can take all your {token}, now and in the future.',
    },
    letsTake: { title: 'It lets somebody take your tokens', text: 'Now or later, up to the amount below.' },
    control: { title: 'This hands over control', text: '{name} on {contract}.' },
    lookAlike: {
      title: 'A look-alike address',
      text: 'It begins and ends like {known}, which you know, but it is another address.',
    },
    newRecipient: { title: 'New recipient', text: 'You have not sent to this address from this browser before.' },
    confusable: { title: 'A confusable name', text: '"{name}" may imitate the name of another token.' },
    hiddenCharacters: {
      title: 'Hidden characters',
      text: 'The message has characters that nobody sees. They are shown as their codes.',
    },
    lookAlikeWords: { title: 'Letters that imitate others', text: 'They are in: {words}' },
  },
})

export const messages = translate(englishMessages)
