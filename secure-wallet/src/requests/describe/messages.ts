import { bytesToHex } from '@noble/hashes/utils.js'
import { formatNotice, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { Proposal, ProposalFacts, ProposalKind } from '../../approval/proposal.ts'
import { revealText } from '../decode/revealText.ts'
import { findLookAlikes } from '../decode/shownText.ts'
import type { TextMessage } from '../decode/textMessage.ts'

type Described = Pick<Proposal, 'facts' | 'kind'> & { label: string }
type Subject = { host: string; account: string; network: string; bytes: Uint8Array }

export const describeMessage = (message: TextMessage, { host, account, network, bytes }: Subject): Described => {
  const { rows } = messages
  const deed = deedOf(message)
  const site = new URL(host).host
  const shown = revealText(message.text)
  const notices: ProposalFacts['notices'] = []
  if (shown !== message.text) notices.push(formatNotice('warn', messages.notices.hiddenCharacters))
  const words = [...new Set(findLookAlikes(message.text))]
  if (words.length > 0)
    notices.push(formatNotice('warn', messages.notices.lookAlikeWords, { words: words.map(markLookAlikes).join(', ') }))
  const text = (label: string, value: string) => ({ label, value, isAddress: false })
  const { signIn } = message
  return {
    kind: kinds[deed],
    label: messages.labels[deed],
    facts: {
      host,
      asks: messages.asks[deed],
      title: formatText(messages.titles[deed], { site, protocol: message.keyOf ?? '' }),
      lead: messages.leads[deed],
      notices,
      changesTitle: '',
      changes: [],
      rows: [
        ...(signIn ? [text(rows.signsInTo, signIn.message.domain), text(rows.forUri, signIn.message.uri)] : []),
        { label: rows.account, value: account, isAddress: true },
        text(rows.network, network),
      ],
      message: shown,
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

/** Puts brackets around the letters that are not Latin, because they imitate Latin letters. */
const markLookAlikes = (word: string): string => word.replace(/(?!\p{Script=Latin})\p{L}/gu, '⟨$&⟩')
