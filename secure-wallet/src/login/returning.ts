import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import { loadPartTexts } from '../languages/loadLanguage.ts'
import type { Session } from '../session/session.ts'
import type { SiteConnection } from '../session/siteConnection.ts'
import type { BrowserStorage } from '../session/storageClass.ts'
import type { GuardPress } from '../settings/confirmInPanel.ts'
import { element } from '../ui/element.ts'
import { button, guardedButton, panelBody, panelFoot, panelIntro, resultNotice } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import { passkeyProblem } from '../unlock/webauthn.ts'
import { messages as loginMessages } from './messages.ts'
import { showPanelUntilDone } from './panelUntil.ts'
import { withPasskeyPanel } from './passkeyPanel.ts'
import { messages } from './returnMessages.ts'

/** After a return, the first signature accepts a code that is not older. */
const provenMs = 900_000

/** `m…@orchard.example`: enough for the owner to know the address, and little for who looks over the shoulder. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}…${email.slice(at)}`
}

type ReturnParts = {
  session: Pick<Session, 'facts'>
  connection: SiteConnection
  surface: PanelSurface
  storage: Pick<BrowserStorage, 'kind'>
  guardPress: GuardPress
  signOut(): Promise<void>
  announce(): void
}

/**
 * Shows the button by which the visitor connects a disconnected site again. It stands in the modal's connect view, and
 * only this frame knows the address on it.
 */
export const offerReturn = async (parts: ReturnParts, signal: AbortSignal): Promise<void> => {
  const { session, connection, surface, storage, guardPress } = parts
  const choice = await showPanelUntilDone<'go' | 'signOut' | 'other'>(signal, (resolve, reject) => {
    let ended = new AbortController()
    const draw = (): HTMLElement => {
      ended.abort()
      ended = new AbortController()
      const go = guardedButton(fillText(messages.go, { email: maskEmail(session.facts()?.email ?? '') }), 'primary')
      const leave = element('button', { type: 'button', class: 'link' }, messages.signOut)
      leave.addEventListener('click', () => resolve('signOut'))
      const stays = storage.kind() === 'none' ? messages.staysHere : messages.stays
      const root = element(
        'div',
        {},
        panelBody(
          go,
          element('p', { class: 'legal' }, `${stays} ${messages.shared} `, leave),
          button(messages.otherEmail, () => resolve('other'), 'quiet'),
        ),
      )
      guardPress({ root, button: go }, ended.signal, () => resolve('go'))
      return root
    }
    showText(surface, 'return', draw).catch(reject)
    return () => ended.abort()
  })
  if (choice === 'signOut') return parts.signOut()
  if (choice === 'other') return
  await connection.return()
  parts.announce()
}

type ConfirmParts = {
  session: Pick<Session, 'facts'>
  connection: SiteConnection
  surface: PanelSurface
  passkey: PasskeyCheck
  host: string
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/**
 * Asks a visitor who came back for a passkey or a code, unless the last code is recent. A stranger at a
 * computer where the owner disconnected can look, but not sign.
 */
export const confirmReturn = async (parts: ConfirmParts, signal: AbortSignal): Promise<void> => {
  const { session, connection, surface, passkey, fresh } = parts
  const authTime = (): number => session.facts()?.authTime ?? 0
  const isProven = (): boolean => Math.abs(Date.now() - authTime()) <= provenMs
  const enterCode = (): Promise<void> => {
    // The clocks of this browser and the server may differ, so any newer login counts.
    const before = authTime()
    return fresh(async () => {
      if (authTime() === before) throw new AppError(walletErrors.FRESH_LOGIN_REQUIRED)
    }, signal)
  }
  await loadPartTexts('return')
  for (let problem: string | null = null; !isProven(); ) {
    if ((await askProof(parts, problem, signal)) === 'code') {
      await enterCode()
      break
    }
    try {
      await withPasskeyPanel(surface, 'recover', signal, passkey.ask)
      break
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof AppError)) throw thrown
      problem = problemText(thrown)
    }
  }
  if (signal.aborted) throw new AppError(commonErrors.USER_REJECTED)
  await connection.settle()
}

/** Null if the visitor went back. */
const problemText = (thrown: AppError): string | null => {
  const found = passkeyProblem(thrown)
  if (found) return loginMessages.recover.passkeyProblems[found]
  return thrown.code === 'USER_REJECTED' ? null : errorText(thrown)
}

const askProof = (
  { session, surface, passkey, host }: ConfirmParts,
  problem: string | null,
  signal: AbortSignal,
): Promise<'passkey' | 'code'> =>
  showPanelUntilDone<'passkey' | 'code'>(signal, (resolve, reject) => {
    const hasPasskey = passkey.isPossible()
    const draw = (): HTMLElement => {
      const values = { site: new URL(host).host, email: maskEmail(session.facts()?.email ?? '') }
      const lead = fillText(hasPasskey ? messages.confirm : messages.confirmByCode, values)
      return element(
        'div',
        {},
        panelBody(
          panelIntro({ picture: 'shield', title: messages.confirmTitle, lead }),
          problem !== null && resultNotice(loginMessages.recover.passkeyFailedTitle, problem),
        ),
        panelFoot(
          hasPasskey && button(messages.passkey, () => resolve('passkey'), 'primary', 'passkey'),
          button(messages.code, () => resolve('code'), hasPasskey ? 'plain' : 'primary', 'mail'),
          button(messages.notNow, () => reject(new AppError(commonErrors.USER_REJECTED)), 'quiet'),
        ),
      )
    }
    showText(surface, 'recover', draw).catch(reject)
    return () => undefined
  })
