import { durableUnlockMethods, type SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { StorageClass } from '../session/storageClass.ts'
import { element } from '../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro, resultNotice } from '../ui/parts.ts'
import type { PasskeyDevice } from '../unlock/passkeyDevice.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
import { messages } from './messages.ts'
import { messages as offerTexts } from './passkeyMessages.ts'

type Options = {
  facts: SessionFacts
  /** Host name of the wallet's origin. The panel names the operator by this host name. */
  operator: string
  storage: StorageClass
  offer: PasskeyOffer | null
  choose(choice: NewWalletChoice): void
}
export type NewWalletChoice = 'done' | 'security' | 'passkey'
/** `hasFailed`: the visitor tried, and no passkey was made. */
export type PasskeyOffer = { device: PasskeyDevice; hasFailed: boolean }

/**
 * Tells the owner of a new wallet who else can open it, and what the owner still has to set up to be able to recover
 * it.
 */
export const newWalletPanel = ({ facts, operator, storage, offer, choose }: Options): HTMLElement => {
  const { newWallet: text } = messages
  if (facts.wallet && isUnfinished(facts.wallet)) return unfinishedPanel({ offer, choose })
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
    offer
      ? offerFoot(offer, choose, needsMethod)
      : panelFoot(
          needsMethod
            ? button(text.security, () => choose('security'), 'primary')
            : button(text.go, () => choose('done'), 'primary'),
          needsMethod
            ? button(text.go, () => choose('done'), 'quiet')
            : storage !== 'persistent' && button(text.security, () => choose('security'), 'quiet'),
        ),
  )
}

/** One recommended step. Leaving it out is fine. */
const offerFoot = ({ device, hasFailed }: PasskeyOffer, choose: Options['choose'], needsMethod: boolean): HTMLElement =>
  panelFoot(
    hasFailed && resultNotice(offerTexts.none, offerTexts.noneNext),
    !hasFailed && element('p', { class: 'legal' }, offerTexts.offer),
    button(
      hasFailed ? offerTexts.again : offerTexts.devices[device],
      () => choose('passkey'),
      hasFailed ? 'plain' : 'primary',
      'passkey',
    ),
    needsMethod && button(messages.newWallet.security, () => choose('security'), 'plain'),
    button(
      hasFailed ? messages.newWallet.go : offerTexts.notNow,
      () => choose('done'),
      hasFailed ? 'primary' : 'quiet',
    ),
  )

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
const unfinishedPanel = ({ offer, choose }: Pick<Options, 'offer' | 'choose'>): HTMLElement => {
  const { newWallet: text } = messages
  return element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'warn', title: text.noStorageTitle, lead: text.noStorageFirst })),
    offer
      ? offerFoot(offer, choose, true)
      : panelFoot(
          button(text.security, () => choose('security'), 'primary'),
          button(messages.working.notNow, () => choose('done'), 'quiet'),
        ),
  )
}
