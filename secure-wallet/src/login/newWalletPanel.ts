import { durableUnlockMethods, type SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { StorageClass } from '../session/storageClass.ts'
import { element } from '../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
import { messages } from './messages.ts'

type Options = {
  facts: SessionFacts
  /** Host name of the wallet's origin. The panel names the operator by this host name. */
  operator: string
  storage: StorageClass
  done(): void
  security(): void
}

/**
 * Tells the owner of a new wallet who else can open it, and what the owner still has to set up to be able to recover
 * it.
 */
export const newWalletPanel = ({ facts, operator, storage, done, security }: Options): HTMLElement => {
  const { newWallet: text } = messages
  if (facts.wallet && isUnfinished(facts.wallet)) return unfinishedPanel({ done, security })
  const recovery = recoveryOf(facts)
  const needsMethod = recovery === 'none' || recovery === 'window'
  const words = { operator, email: facts.email }
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'check', title: text.title, lead: text.lead }),
      recovery === 'none' && notice('warn', 'warn', text.receiveTitle, text.receive),
      recovery === 'window' && notice('warn', 'warn', text.windowTitle, text.window),
      recovery === 'guardian' &&
        notice('info', 'shield', text.assistedTitle, fillText(text.assisted, words), text.ownWay),
      storage === 'none' && notice('warn', 'warn', text.noStorageTitle, text.noStorage),
      // The wallet cannot tell a private window from the first visit of a browser, so the panel shows this hint in both
      // cases.
      storage === 'ephemeral' && element('p', { class: 'legal' }, text.privateWindow),
    ),
    panelFoot(
      needsMethod ? button(text.security, security, 'primary') : button(text.go, done, 'primary'),
      needsMethod
        ? button(text.go, done, 'quiet')
        : storage !== 'persistent' && button(text.security, security, 'quiet'),
    ),
  )
}

/**
 * How the wallet can be recovered. `window`: only by a wallet window of this browser, so the wallet is lost with the
 * browser.
 */
const recoveryOf = ({ wallet }: SessionFacts): 'none' | 'window' | 'guardian' | 'own' => {
  if (wallet?.status !== 'active') return 'none'
  const types = wallet.sets.flatMap(({ type, confirmed }) =>
    confirmed && durableUnlockMethods.includes(type) ? type : [],
  )
  if (types.includes('guardian')) return 'guardian'
  return types.every((type) => type === 'vault') ? 'window' : 'own'
}

/** If the browser stores nothing, the panel hides the wallet's address until a durable unlock method exists. */
const unfinishedPanel = ({ done, security }: Pick<Options, 'done' | 'security'>): HTMLElement => {
  const { newWallet: text } = messages
  return element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'warn', title: text.noStorageTitle, lead: text.noStorageFirst })),
    panelFoot(button(text.security, security, 'primary'), button(messages.working.notNow, done, 'quiet')),
  )
}
