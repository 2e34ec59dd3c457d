import { bytesToHex } from '@noble/hashes/utils.js'
import { formatNotice, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { Proposal, ProposalFacts, ProposalKind } from '../../approval/proposal.ts'
import { revealText } from '../decode/revealText.ts'
import { findLookAlikes } from '../decode/shownText.ts'
import type { TextMessage } from '../decode/textMessage.ts'

type Described = Pick<Proposal, 'facts' | 'kind'> & { label: string }
type Subject = { host: string; siteName: string; account: string; network: string; bytes: Uint8Array }

export const describeMessage = (
  message: TextMessage,
  { host, siteName, account, network, bytes }: Subject,
): Described => {
  const { rows } = messages
  const deed = deedOf(message)
  const shown = revealText(message.text)
  const notices: ProposalFacts['notices'] = []
  if (shown !== message.text) notices.push(formatNotice('warn', messages.notices.hiddenCharacters))
  const words = [...new Set(findLookAlikes(message.text))]
  if (words.length > 0)
    notices.push(formatNotice('warn', messages.notices.lookAlikeWords, { words: words.map(markLookAlikes).join(', ') }))
  const text = (label: string, value: string) => ({ label, value, isAddress: false })
  const detail = { isDetail: true as const }
  // The title names what a sign-in to this very site signs in to.
  const isSignIn = deed === 'signIn'
  const { signIn } = message
  return {
    kind: kinds[deed],
    label: messages.labels[deed],
    facts: {
      host,
      title: formatText(messages.titles[deed], { site: siteName, protocol: message.keyOf ?? '' }),
      lead: messages.leads[deed],
      notices,
      changesTitle: '',
      changes: [],
      rows: [
        { label: rows.account, value: account, isAddress: true, ...(!isSignIn && detail) },
        ...(signIn
          ? [text(rows.signsInTo, signIn.message.domain), text(rows.forUri, signIn.message.uri)].map((row) => ({
              ...row,
              ...(isSignIn && detail),
            }))
          : []),
        { ...text(rows.network, network), ...detail },
      ],
      message: shown,
      ...(isSignIn && isPlain(message) && { isMessageDetail: true as const }),
      tree: [],
      steps: [],
      raw: `0x${bytesToHex(bytes)}`,
      isDanger: deed === 'key',
    },
  }
}

type Deed = 'signIn' | 'key' | 'message'
const kinds = { signIn: 'ownSignIn', key: 'permission', message: 'message' } as const satisfies {
  [Each in Deed]: ProposalKind
}
const deedOf = ({ signIn, keyOf }: TextMessage): Deed => {
  if (keyOf !== null) return 'key'
  return signIn?.isOwn ? 'signIn' : 'message'
}

/** A sign-in without words of the site says no more than the title of its card. */
const isPlain = ({ signIn }: TextMessage): boolean => {
  const { statement, requestId, resources = [] } = signIn?.message ?? {}
  return statement === undefined && requestId === undefined && resources.length === 0
}

/** Puts brackets around the letters that are not Latin, because they imitate Latin letters. */
const markLookAlikes = (word: string): string => word.replace(/(?!\p{Script=Latin})\p{L}/gu, '⟨$&⟩')
