import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { withPasskeyPanel } from '../login/passkeyPanel.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { NodeClient } from '../session/node.ts'
import { deletionStateSchema, parseAnswer } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { GuardianForgetRequests } from '../unlock/guardianForget.ts'
import type { PasskeyCheck } from '../unlock/passkeyCheck.ts'
import { readBalances } from './balances.ts'
import { confirmInPanel, type GuardPress } from './confirmInPanel.ts'
import { deletionPanel } from './deletionPanel.ts'
import { messages } from './unlockMethodMessages.ts'

export type DeletionParts = {
  session: Session
  passkey: PasskeyCheck
  surface: PanelSurface
  node: NodeClient
  networks: readonly Network[]
  guardianForget: Pick<GuardianForgetRequests, 'sealForgetAll'>
  fresh<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  guardPress: GuardPress
}

/** Asks the server to delete the account in seven days, after the visitor has confirmed. */
export const deleteAccount = async (parts: DeletionParts, signal: AbortSignal): Promise<void> => {
  const { session, passkey, surface, node, networks, guardianForget, fresh, guardPress } = parts
  const facts = session.facts()
  if (!facts?.wallet) throw new AppError(walletErrors.WALLET_MISSING)
  const { email, wallet } = facts
  await surface.show('settings', workingPanel(messages.deletion.looking))
  const balances = await readBalances(node, networks, wallet.accounts)
  await confirmInPanel(surface, signal, guardPress, (back) => deletionPanel({ email, balances, back }))
  if (passkey.isPossible()) await withPasskeyPanel(surface, 'settings', signal, passkey.ask)
  await surface.show('settings', workingPanel(messages.working))
  // The sealed request that makes the guardian forget this wallet. The server forwards it after seven days, and cannot
  // read it.
  const forget = await guardianForget.sealForgetAll()
  const ask = () => session.ask({ method: 'POST', path: 'account/deletion', body: { ...(forget && { forget }) } })
  session.learn({ deleteAt: parseAnswer(deletionStateSchema, await fresh(ask, signal)).deleteAt })
}
