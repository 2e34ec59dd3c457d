import type { WalletKeys } from '../src/unlock/keys.ts'
import type { ApprovalRequest, Bytes } from '../src/worker/contract.ts'

type Signing = Pick<WalletKeys, 'startApproval' | 'confirmApproval' | 'sign'>

/** Signs one payload as an approved request does. */
const signPayload = async (keys: Signing, namespace: ApprovalRequest['namespace'], payload: Bytes): Promise<Bytes> => {
  const { approvalId } = await keys.startApproval({ namespace, payloads: [payload] })
  return keys.sign(approvalId, payload)
}
export const signEvm = (keys: Signing, digest: Bytes): Promise<Bytes> => signPayload(keys, 'eip155', digest)
export const signSolana = (keys: Signing, message: Bytes): Promise<Bytes> => signPayload(keys, 'solana', message)

/** Keys of a test. They sign everything, without a worker. */
export const createTestSigning = (
  sign: (payload: Bytes, namespace: ApprovalRequest['namespace']) => Promise<Uint8Array> | Uint8Array,
): Signing => {
  let namespace: ApprovalRequest['namespace'] = 'eip155'
  return {
    startApproval: async (request) => {
      namespace = request.namespace
      return { approvalId: 'approval', challenge: new Uint8Array(32) }
    },
    confirmApproval: async () => undefined,
    sign: async (_, payload) => new Uint8Array(await sign(payload, namespace)),
  }
}
