import { durableUnlockMethods, type SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import type { StorageClass } from '../session/storageClass.ts'
import { shortAddress } from '../ui/addressText.ts'
import { element } from '../ui/element.ts'
import { type IconName, icon } from '../ui/icon.ts'
import { button, notice, panelBody, panelFoot, panelIntro, resultNotice } from '../ui/parts.ts'
import type { PasskeyDevice } from '../unlock/passkeyDevice.ts'
import { isUnfinished } from '../unlock/unfinished.ts'
import { passkeyProblem } from '../unlock/webauthn.ts'
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
/** `failure`: why no passkey was made, if the visitor tried. */
export type PasskeyOffer = { device: PasskeyDevice; failure: AppError | null }

/** Ends the creation of a wallet: shows its address, recommends one step, and says on request who could open it. */
export const newWalletPanel = ({ facts, operator, storage, offer, choose }: Options): HTMLElement => {
  const { newWallet: text } = messages
  const { wallet } = facts
  if (wallet && isUnfinished(wallet)) return unfinishedPanel({ offer, choose })
  const recovery = recoveryOf(facts)
  const needsMethod = recovery === 'none' || recovery === 'window'
  const security = () => choose('security')
  const go = () => choose('done')
  return element(
    'div',
    { class: 'ready' },
    panelBody(
      panelIntro({ picture: 'check', title: text.title, lead: addressLine(wallet?.accounts.eip155) }),
      adviceOf(recovery, storage, offer),
      whoCouldOpen(recovery, operator, storage),
    ),
    offer
      ? offerFoot(offer, choose, needsMethod)
      : panelFoot(
          needsMethod ? button(text.security, security, 'primary') : button(text.go, go, 'primary'),
          needsMethod
            ? button(text.go, go, 'quiet')
            : storage !== 'persistent' && button(text.security, security, 'quiet'),
        ),
  )
}

const addressLine = (address = ''): HTMLElement =>
  element('bdi', { class: 'mono', dir: 'ltr', title: address }, shortAddress(address))

/** The one thing that the visitor should know or do next. */
const adviceOf = (recovery: Recovery, storage: StorageClass, offer: PasskeyOffer | null): HTMLElement | null => {
  const { newWallet: text } = messages
  if (storage === 'none') return notice('warn', 'warn', text.noStorageTitle, text.noStorage)
  if (recovery === 'none') return notice('warn', 'warn', text.receiveTitle, text.addMethod)
  if (recovery === 'window') return notice('warn', 'warn', text.windowTitle, text.addMethod)
  return offer && !offer.failure ? notice('info', 'passkey', text.passkeyTitle, text.passkey) : null
}

const whoCouldOpen = (recovery: Recovery, operator: string, storage: StorageClass): HTMLElement => {
  const { newWallet: text } = messages
  // The wallet cannot tell a private window from the first visit of a browser, so the panel shows this hint in both
  // cases.
  const you = storage === 'ephemeral' ? `${text.who.you} ${text.privateWindow}` : text.who.you
  const others: [IconName, string][] =
    recovery === 'guardian'
      ? [
          ['mail', text.who.email],
          ['shield', fillText(text.who.operator, { operator })],
        ]
      : [['check', text.who.nobody]]
  const lines: [IconName, string][] = [['laptop', you], ...others]
  return element(
    'details',
    { class: 'disclosure fold' },
    element('summary', {}, text.who.title, icon('next', 'fold__mark')),
    element(
      'ul',
      { class: 'fold__parts' },
      ...lines.map(([picture, line]) => element('li', { class: 'hint' }, icon(picture), element('span', {}, line))),
    ),
  )
}

/** A closed prompt and an authenticator that does not fit say enough by themselves; any other failure has its own text. */
const nextStepAfter = (failure: AppError): string =>
  failure.code === 'USER_REJECTED' || passkeyProblem(failure) ? offerTexts.noneNext : errorText(failure)

/** One recommended step. Leaving it out is fine. */
const offerFoot = ({ device, failure }: PasskeyOffer, choose: Options['choose'], needsMethod: boolean): HTMLElement =>
  panelFoot(
    failure && resultNotice(offerTexts.none, nextStepAfter(failure)),
    button(
      failure ? offerTexts.again : offerTexts.devices[device],
      () => choose('passkey'),
      failure ? 'plain' : 'primary',
      'passkey',
    ),
    needsMethod && button(messages.newWallet.security, () => choose('security'), 'plain'),
    button(failure ? messages.newWallet.go : offerTexts.notNow, () => choose('done'), failure ? 'primary' : 'quiet'),
  )

type Recovery = 'none' | 'window' | 'guardian' | 'own'

/**
 * How the wallet can be recovered. `window`: only by a wallet window of this browser, so the wallet is lost with the
 * browser.
 */
const recoveryOf = ({ wallet }: SessionFacts): Recovery => {
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
