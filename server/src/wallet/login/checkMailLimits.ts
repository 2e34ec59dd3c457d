import type { MailCondition, SolvedWork } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Context } from 'hono'
import type { Database } from '../../database/open.ts'
import { databaseCounters } from '../api/rateCounters.ts'
import type { WalletParts } from '../api/walletRoute.ts'
import { admitLoginMail } from './loginMailLimits.ts'
import { clientNetworkMac } from './loginRateLimits.ts'
import type { Mailbox } from './mailbox.ts'

type RequestedMail = {
  mailbox: Pick<Mailbox, 'isRecognised'>
  bucketMac: string
  projectId: string
  thumbprint: string
  work: SolvedWork | undefined
  /** The visitor's response to the CAPTCHA. */
  captcha: string | undefined
}
type Admitted = { networkMac: string | null; giveBack: () => Promise<void> }

/** Checks one mail of a login against the limits of login mails: see `admitLoginMail`. */
export const checkMailLimits = async (
  parts: WalletParts,
  database: Database,
  context: Context,
  { mailbox: { isRecognised }, bucketMac, projectId, thumbprint, work, captcha }: RequestedMail,
): Promise<MailCondition | Admitted> => {
  const now = parts.clock()
  const { limits, proofs, log } = parts
  const networkMac = isRecognised ? null : clientNetworkMac(parts, context)
  const admitted = await admitLoginMail(
    { counters: databaseCounters(database, now), limits, proofs, captcha: parts.captcha, log, now },
    {
      mailbox: isRecognised ? `${bucketMac} ${thumbprint}` : bucketMac,
      network: networkMac,
      project: projectId,
      thumbprint,
      work,
      captcha,
    },
  )
  return 'giveBack' in admitted ? { ...admitted, networkMac } : admitted
}
