import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { loadPartTexts } from '../languages/loadLanguage.ts'
import { messages } from '../login/messages.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { ServerClient } from '../session/serverClient.ts'
import type { Session } from '../session/session.ts'
import type { SiteConnection } from '../session/siteConnection.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import type { CredentialsApi } from '../unlock/webauthn.ts'
import type { createPanelTasks, PanelTask } from './panelTasks.ts'
import type { createWalletParts } from './walletParts.ts'

type Parts = {
  /** The operator offers the login by e-mail, of which passkeys are a part. */
  isOffered: boolean
  server: ServerClient
  site: { projectId: string; host: string }
  /** Host name of the wallet's origin, which is also the passkeys' relying party. */
  name: string
  credentials: CredentialsApi | undefined
  locale(): string
  surface: PanelSurface
  session: Session
  sets: ShareSets
  connection: SiteConnection
  revocations: ReturnType<typeof createWalletParts>['revocations']
  access: { lock(): Promise<void> }
  start: ReturnType<typeof createPanelTasks>['start']
  enter: PanelTask
}

/** Connects the site to the wallet of a passkey: one prompt signs the visitor in and unlocks the wallet. */
export const createPasskeyConnection =
  ({ session, sets, connection, revocations, access, surface, start, enter, ...parts }: Parts) =>
  (): void => {
    const { isOffered, credentials } = parts
    if (!isOffered || !credentials) throw new AppError(commonErrors.LOGIN_NOT_AVAILABLE)
    start(async (signal) => {
      // This code loads on demand, because most visitors log in by e-mail first.
      const [{ signInWithPasskey }] = await Promise.all([
        import('../login/passkeyLogin.ts'),
        loadPartTexts('passkeys'),
        revocations.deliver(),
      ])
      const entered = await signInWithPasskey({ ...parts, credentials, surface }, signal)
      if (!entered) return
      await surface.show('passkey', workingPanel(messages.working.opening))
      await access.lock()
      await session.begin(entered.signedIn)
      // The site may have been disconnected meanwhile.
      signal.throwIfAborted()
      await connection.settle()
      const row = sets.ofType('passkey').find(({ credentialId }) => credentialId === entered.credentialId)
      if (row && entered.output) await tryToUnlock(sets, row.setId, entered.output)
      await enter(signal)
    })
  }

/** If the passkey signs in but does not open the wallet, the visitor chooses another way next. */
const tryToUnlock = async (
  sets: ShareSets,
  setId: string,
  output: Parameters<ShareSets['passkey']['unlock']>[1],
): Promise<void> => {
  try {
    await sets.passkey.unlock(setId, output)
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
  }
}
