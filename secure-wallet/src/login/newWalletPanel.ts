import { durableUnlockMethods, type SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { StorageClass } from '../session/storageClass.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero, notice } from '../ui/parts.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
import { messages } from './messages.ts'

type Options = {
  facts: SessionFacts
  /** Who runs this wallet: its own host name. */
  operator: string
  storage: StorageClass
  done(): void
  security(): void
}

/** Short, and says plainly who can open the wallet besides its owner. */
export const newWalletPanel = ({ facts, operator, storage, done, security }: Options): HTMLElement => {
  const { newWallet: text } = messages
  if (facts.wallet && isUnfinished(facts.wallet)) return unfinishedPanel({ done, security })
  const way = wayBack(facts)
  const needsOwn = way === 'none' || way === 'window'
  const words = { operator, email: facts.email }
  return element(
    'div',
    {},
    body(
      hero({ picture: 'check', title: text.title, lead: text.lead }),
      way === 'none' && notice('warn', 'warn', text.receiveTitle, text.receive),
      way === 'window' && notice('warn', 'warn', text.windowTitle, text.window),
      way === 'guardian' && notice('info', 'shield', text.assistedTitle, fillText(text.assisted, words), text.ownWay),
      storage === 'none' && notice('warn', 'warn', text.noStorageTitle, text.noStorage),
      // A private one can't be told from one that was never here before, so it is said to both.
      storage === 'ephemeral' && element('p', { class: 'legal' }, text.privateWindow),
    ),
    foot(
      needsOwn ? button(text.security, security, 'primary') : button(text.go, done, 'primary'),
      needsOwn ? button(text.go, done, 'quiet') : storage !== 'persistent' && button(text.security, security, 'quiet'),
    ),
  )
}

/** What there is beside this browser. A window's set opens the wallet for good, and yet is gone with its browser. */
const wayBack = ({ wallet }: SessionFacts): 'none' | 'window' | 'guardian' | 'own' => {
  if (wallet?.status !== 'active') return 'none'
  const types = wallet.sets.flatMap(({ type, confirmed }) =>
    confirmed && durableUnlockMethods.includes(type) ? type : [],
  )
  if (types.includes('guardian')) return 'guardian'
  return types.every((type) => type === 'vault') ? 'window' : 'own'
}

/** Where nothing would be left of it, it is not given out before there is a way back into it. */
const unfinishedPanel = ({ done, security }: Pick<Options, 'done' | 'security'>): HTMLElement => {
  const { newWallet: text } = messages
  return element(
    'div',
    {},
    body(hero({ picture: 'warn', title: text.noStorageTitle, lead: text.noStorageFirst })),
    foot(button(text.security, security, 'primary'), button(messages.working.notNow, done, 'quiet')),
  )
}
