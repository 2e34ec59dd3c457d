import type { LoginResult, PasskeyLoginRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { base64urlnopad } from '@scure/base'
import { errorText } from '../languages/errorText.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { parseAnswer, passkeyChallengeSchema, signedInSchema } from '../session/serverSchemas.ts'
import { element } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro, resultNotice } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { askSignIn, type CredentialsApi, passkeyProblem, type SignInAnswer } from '../unlock/webauthn.ts'
import type { Bytes } from '../worker/contract.ts'
import { messages as loginMessages } from './messages.ts'
import { showPanelUntilDone } from './panelUntil.ts'
import { messages } from './passkeyMessages.ts'
import { withPasskeyPanel } from './passkeyPanel.ts'
import { workingPanel } from './workingPanel.ts'

type Options = {
  server: ServerClient
  site: { projectId: string; host: string }
  /** Host name of the wallet's origin, which is also the passkeys' relying party. */
  name: string
  credentials: CredentialsApi
  locale(): string
  surface: PanelSurface
}
type PasskeyLogin = { signedIn: LoginResult; credentialId: string; output: Bytes | null }

/**
 * Signs in with any passkey of this wallet's origin. Asks again only by a press. Null if the visitor wants to use an
 * e-mail address. Rejects with USER_REJECTED if the visitor leaves.
 */
export const signInWithPasskey = async (options: Options, signal: AbortSignal): Promise<PasskeyLogin | null> => {
  for (;;) {
    try {
      return await signInOnce(options, signal)
    } catch (thrown) {
      if (signal.aborted || !(thrown instanceof AppError)) throw thrown
      const problem = problemText(thrown)
      if (problem === null || (await askAgain(options.surface, problem, signal)) === 'email') return null
    }
  }
}

const signInOnce = async (
  { server, site, name, credentials, locale, surface }: Options,
  signal: AbortSignal,
): Promise<PasskeyLogin> => {
  const { credentialId, output, ...answer } = await withPasskeyPanel(surface, 'passkey', signal, async (asked) => {
    const asking = server({ method: 'POST', path: 'login/passkey/challenge', body: site })
    const { challenge } = parseAnswer(passkeyChallengeSchema, await asking)
    return askSignIn(credentials, { rpId: name, challenge }, asked)
  })
  await surface.show('passkey', workingPanel(loginMessages.working.opening))
  const body: PasskeyLoginRequest = { ...site, locale: locale(), credentialId, ...encode(answer) }
  const signedIn = parseAnswer(signedInSchema, await server({ method: 'POST', path: 'login/passkey', body }))
  return { signedIn, credentialId, output }
}

const encode = ({ userHandle, assertion }: Pick<SignInAnswer, 'userHandle' | 'assertion'>) => ({
  userHandle: base64urlnopad.encode(userHandle),
  clientDataJSON: base64urlnopad.encode(assertion.clientDataJSON),
  authenticatorData: base64urlnopad.encode(assertion.authenticatorData),
  signature: base64urlnopad.encode(assertion.signature),
})

/** Null if the visitor went back. */
const problemText = (thrown: AppError): string | null => {
  const { login: text } = messages
  // The server refuses a passkey that was removed from the wallet, and one of a wallet that is gone.
  if (thrown.code === 'KEY_SET_NOT_FOUND') return text.unfit
  if (passkeyProblem(thrown)) return text.none
  return thrown.code === 'USER_REJECTED' ? null : errorText(thrown)
}

const askAgain = (surface: PanelSurface, problem: string, signal: AbortSignal): Promise<'email' | 'again'> =>
  showPanelUntilDone<'email' | 'again'>(signal, (resolve, reject) => {
    const { login: text } = messages
    const draw = () =>
      element(
        'div',
        {},
        panelBody(panelIntro({ picture: 'passkey', title: text.title }), resultNotice(text.noneTitle, problem)),
        panelFoot(
          button(text.email, () => resolve('email'), 'primary', 'mail'),
          button(text.again, () => resolve('again'), 'plain', 'passkey'),
        ),
      )
    showText(surface, 'passkey', draw).catch(reject)
    return () => undefined
  })
