import type { ShareSetRow } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { ApprovalRequest } from '../worker/contract.ts'
import type { WalletKeys } from './keys.ts'
import type { ShareSetClient } from './shareSetClient.ts'
import { assertPasskey, type CredentialsApi } from './webauthn.ts'

type Options = {
  keys: Pick<WalletKeys, 'startApproval' | 'confirmApproval'>
  sets: Pick<ShareSetClient, 'ofType'>
  credentials: CredentialsApi | undefined
  rpId: string
  topOrigin: string
}
type VerifiablePasskey = Required<Pick<ShareSetRow, 'setId' | 'credentialId' | 'passkeyKey'>>

/** Confirms approvals with a passkey, whose assertion the key worker verifies before it signs. */
export const createPasskeyApprovals = ({ keys, sets, credentials, rpId, topOrigin }: Options) => {
  const passkeys = (): VerifiablePasskey[] =>
    sets
      .ofType('passkey')
      .flatMap(({ setId, credentialId, passkeyKey }) =>
        credentialId && passkeyKey ? [{ setId, credentialId, passkeyKey }] : [],
      )
  return {
    /** True if this browser supports passkeys and the worker can verify at least one of the wallet's. */
    isPossible: (): boolean => credentials !== undefined && passkeys().length > 0,
    /** True if all passkeys come from an earlier version, which stored no public keys. */
    isOutdated: (): boolean =>
      credentials !== undefined && passkeys().length === 0 && sets.ofType('passkey').length > 0,
    /** Returns the id of the approval that the passkey has confirmed. */
    confirm: async (
      payloads: Pick<ApprovalRequest, 'namespace' | 'payloads'>,
      signal: AbortSignal,
    ): Promise<string> => {
      if (!credentials) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      const known = passkeys()
      const { approvalId, challenge } = await keys.startApproval({ ...payloads, passkey: { topOrigin } })
      const credentialIds = known.map(({ credentialId }) => credentialId)
      const { credentialId, assertion } = await assertPasskey(credentials, { rpId, challenge, credentialIds }, signal)
      const row = known.find((each) => each.credentialId === credentialId)
      if (!row) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
      await keys.confirmApproval(approvalId, assertion, { setId: row.setId, sealed: row.passkeyKey })
      return approvalId
    },
  }
}

export type PasskeyApprovals = ReturnType<typeof createPasskeyApprovals>
