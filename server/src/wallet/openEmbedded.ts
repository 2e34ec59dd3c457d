import type { Config } from '../config/configSchema.ts'
import type { Project } from '../config/projects.ts'
import type { Settings } from '../config/settings.ts'
import type { ServerStorage } from '../database/openStorage.ts'
import { sweepRegularly } from '../database/sweep.ts'
import type { IconLoader } from '../directory/icons/icons.ts'
import type { Log } from '../http/log.ts'
import { deleteDueAccounts } from './account/deletion.ts'
import { sendGuardianForgetRequests } from './account/forgetOutbox.ts'
import type { EmbeddedParts } from './embeddedParts.ts'
import { createVisitorLocator } from './location/location.ts'
import { readCountryTable } from './location/readCountryTable.ts'
import { createCaptchaVerifier } from './login/captcha.ts'
import { createWorkProofs } from './login/proofOfWork.ts'
import { createLogoReader } from './mail/logo.ts'
import { createMailer } from './mail/mailer.ts'
import { createSecurityNotices } from './mail/notices.ts'

type Embedded = EmbeddedParts & { stop: () => void }

/** Opens the parts of the embedded wallet. */
export const openEmbeddedWallet = async ({
  mail,
  settings,
  projects,
  icons,
  storage: { database, secrets },
  log,
}: {
  mail: NonNullable<Config['mail']>
  settings: Settings
  projects: readonly Project[]
  icons: IconLoader
  storage: ServerStorage
  log: Log
}): Promise<Embedded> => {
  const readLogo = createLogoReader(async (url) => {
    const logo = await icons.get(url)
    return logo && icons.png(logo)
  })
  const mailer = createMailer({ ...mail, fromName: new URL(settings.secureOrigin).hostname }, log, readLogo)
  const notices = createSecurityNotices({ secrets, mail: mailer, settings, projects, log })
  const stopSweeping = sweepRegularly(async () => {
    const now = Date.now()
    await deleteDueAccounts(await database(), notices, now)
    await sendGuardianForgetRequests(await database(), settings.wallet.guardianUrl, now)
  }, log)
  const ending = new AbortController()
  return {
    database,
    secrets,
    limits: mail.limits,
    proofs: createWorkProofs(secrets),
    captcha: mail.captcha ? createCaptchaVerifier(mail.captcha, log) : null,
    locate: createVisitorLocator(await readCountryTable(log)),
    mail: mailer,
    ending: ending.signal,
    stop: () => {
      stopSweeping()
      ending.abort()
    },
  }
}
