import type { RenewedShareSet } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Bytes, CustodyApi } from '../worker/contract.ts'
import type { PresentedPasskey } from './passkeyCheck.ts'
import { makeTestedShareSet, type ShareSetClient } from './shareSetClient.ts'

type Parts = { client: ShareSetClient; custody: CustodyApi }

/** Unlock method: the PRF output of a passkey. It works on every site and on every device that has the passkey. */
export const createPasskeyMethod = ({ client, custody }: Parts) => ({
  add: async (credentialId: string, label: string, output: Bytes): Promise<void> => {
    const setId = await client.create({ type: 'passkey', label, credentialId }, { kind: 'passkey', output })
    await client.confirm(setId)
  },
  unlock: (setId: string, output: Bytes): Promise<void> => client.unlock(setId, 'passkey', { kind: 'passkey', output }),
  stage: ({ row, output }: PresentedPasskey): Promise<RenewedShareSet> => {
    const { label, credentialId = '' } = row
    const newSet = { type: 'passkey', label, credentialId } as const
    return makeTestedShareSet({ custody, which: 'staged', newSet, source: { kind: 'passkey', output } })
  },
})
