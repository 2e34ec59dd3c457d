import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { equalBytes, randomBytes, toBase64url, utf8 } from './bytes.ts'
import type { ApprovalRequest, Bytes, CustodyApi } from './contract.ts'
import { isPasskeyAssertion } from './passkeyAssertion.ts'
import type { createPasskeyKeys } from './passkeyKeys.ts'
import type { createUnlockedWallet } from './unlockedWallet.ts'

type Options = {
  unlocked: Pick<ReturnType<typeof createUnlockedWallet>, 'use'>
  passkeyKeys: Pick<ReturnType<typeof createPasskeyKeys>, 'open'>
  /** The origin of this wallet. */
  origin: string
}
type Approval = ApprovalRequest & {
  approvalId: string
  walletId: string
  challenge: Bytes
  /** The payloads that are not signed yet. */
  left: Bytes[]
  /** `asked`: nothing is signed until a passkey confirms. `failed`: a passkey has one try. */
  passkeyState: 'none' | 'asked' | 'failed' | 'confirmed'
}

const saltLength = 16
const refusal = (): AppError => new AppError(commonErrors.UNAUTHORIZED)

/**
 * Signs the payloads of one approval at a time, each once. If the approval needs a passkey, the worker signs nothing
 * before it has verified the passkey's assertion over exactly these payloads (SECURITY-MODEL.md 3.7).
 */
export const createSigning = ({ unlocked, passkeyKeys, origin }: Options) => {
  let current: Approval | null = null
  const find = (approvalId: string): Approval => {
    if (current?.approvalId !== approvalId || current.walletId !== unlocked.use().wallet.walletId) throw refusal()
    return current
  }
  return {
    startApproval: async (request) => {
      const { walletId } = unlocked.use().wallet
      const { namespace, payloads, passkey } = request
      if (payloads.length === 0 || (namespace === 'eip155' && payloads.some(({ length }) => length !== 32)))
        throw new AppError(commonErrors.INVALID_PARAMS)
      const approvalId = toBase64url(randomBytes(saltLength))
      const challenge = challengeOf(randomBytes(saltLength), request)
      const left = payloads.map((payload) => payload.slice())
      current = { ...request, approvalId, walletId, challenge, left, passkeyState: passkey ? 'asked' : 'none' }
      return { approvalId, challenge: challenge.slice() }
    },
    confirmApproval: async (approvalId, assertion, { setId, sealed }) => {
      const approval = find(approvalId)
      const { passkey, passkeyState, challenge } = approval
      if (!passkey || passkeyState !== 'asked') throw refusal()
      approval.passkeyState = 'failed'
      const key = await passkeyKeys.open(setId, sealed)
      const expected = { challenge, origin, rpId: new URL(origin).hostname, topOrigin: passkey.topOrigin }
      if (!(await isPasskeyAssertion(assertion, key, expected))) throw refusal()
      approval.passkeyState = 'confirmed'
    },
    sign: async (approvalId, payload) => {
      const { namespace, left, passkeyState } = find(approvalId)
      const index = left.findIndex((each) => equalBytes(each, payload))
      if (index < 0 || passkeyState === 'asked' || passkeyState === 'failed') throw refusal()
      const { signers } = unlocked.use()
      const [approved = payload] = left.splice(index, 1)
      return new Uint8Array(namespace === 'eip155' ? signers.signEvm(approved) : signers.signSolana(approved))
    },
  } satisfies Partial<CustodyApi>
}

/** The digest covers the network kind and all payloads, each with its length. */
const challengeOf = (salt: Bytes, { namespace, payloads }: ApprovalRequest): Bytes => {
  const parts = [utf8(namespace), ...payloads].flatMap((part) => [lengthOf(part), part])
  return new Uint8Array(sha256(concatBytes(utf8('appkit/approve/1'), salt, sha256(concatBytes(...parts)))))
}

const lengthOf = ({ length }: Uint8Array): Bytes => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, length)
  return bytes
}
