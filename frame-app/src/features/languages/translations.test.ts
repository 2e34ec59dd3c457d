import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { textsWithExpertWords } from '@appkit-frame/loader/protocol/test/visitorWords.ts'
import { expect, test } from 'vitest'
import { toastMessages } from '../../shell/toastMessages.ts'
import { accountMessages } from '../account/messages.ts'
import { allWalletsMessages } from '../allWallets/messages.ts'
import { collapsedMessages } from '../connect/collapsedMessages.ts'
import { consentMessages } from '../connect/consentMessages.ts'
import { emailMessages } from '../connect/emailMessages.ts'
import { connectingExternalMessages } from '../connect/externalMessages.ts'
import { connectMessages } from '../connect/messages.ts'
import { multiChainMessages } from '../connect/multiChainMessages.ts'
import { walletNoticeMessages } from '../connect/walletNoticeMessages.ts'
import { firstTitleMessages } from '../firstRows.ts'
import { getWalletMessages } from '../getWallet/messages.ts'
import { helpMessages } from '../help/messages.ts'
import { generalMessages } from '../messages.ts'
import { networksMessages } from '../networks/messages.ts'
import { networkMessages } from '../networks/networkMessages.ts'
import { profileWalletsMessages } from '../profileWallets/messages.ts'
import { signInMessages } from '../signIn/messages.ts'
import { titleMessages } from '../views.ts'
import { walletConnectMessages } from '../walletConnect/messages.ts'
import { ar } from './ar.ts'
import { arErrors } from './arErrors.ts'
import { arLater } from './arLater.ts'
import { de } from './de.ts'
import { deErrors } from './deErrors.ts'
import { deLater } from './deLater.ts'
import type { FirstTexts, LaterTexts } from './languages.ts'

const all = [
  accountMessages,
  allWalletsMessages,
  collapsedMessages,
  connectMessages,
  walletNoticeMessages,
  consentMessages,
  connectingExternalMessages,
  emailMessages,
  firstTitleMessages,
  generalMessages,
  getWalletMessages,
  helpMessages,
  multiChainMessages,
  networkMessages,
  networksMessages,
  profileWalletsMessages,
  signInMessages,
  titleMessages,
  toastMessages,
  walletConnectMessages,
]

/**
 * Lists the placeholders of every text, by the path of the text. For a text with plural forms, lists those of the form
 * `other`.
 */
const placeholdersIn = (texts: object, path: string): [string, string[]][] =>
  Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text === 'string') return [[`${path}.${name}`, (text.match(/\{\w+\}/g) ?? []).toSorted()]]
    return placeholdersIn('other' in text ? { other: text.other } : text, `${path}.${name}`)
  })

const languages: Record<Exclude<LanguageCode, 'en'>, FirstTexts & LaterTexts['texts']> = {
  ar: { ...ar, ...arLater.texts },
  de: { ...de, ...deLater.texts },
}

test.each(Object.entries(languages))(
  'every text of %s has the same placeholders as the English text',
  (_locale, language) => {
    const english = all.flatMap(({ id, en }) => placeholdersIn(en, id))
    expect(Object.fromEntries(placeholdersIn(language, '').map(([path, found]) => [path.slice(1), found]))).toEqual(
      Object.fromEntries(english),
    )
  },
)

test('no text of the modal has a word that only builders of wallets know', () => {
  const english = all.map(({ en }) => en)
  expect(textsWithExpertWords('en', english)).toEqual([])
  expect(textsWithExpertWords('de', [languages.de, deErrors])).toEqual([])
  expect(textsWithExpertWords('ar', [languages.ar, arErrors])).toEqual([])
})
