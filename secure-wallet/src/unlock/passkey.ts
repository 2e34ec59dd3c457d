import type { RenewedShareSet } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { base64urlnopad } from '@scure/base'
import type { Bytes, CustodyApi } from '../worker/contract.ts'
import type { PresentedPasskey } from './passkeyCheck.ts'
import { makeTestedShareSet, type ShareSetClient } from './shareSetClient.ts'
import type { NewPasskeyOutput } from './webauthn.ts'

type Parts = { client: ShareSetClient; custody: CustodyApi; activate(setId: string): Promise<void> }

/** Unlock method: the PRF output of a passkey. It works on every site and on every device that has the passkey. */
export const createPasskeyMethod = ({ client, custody, activate }: Parts) => ({
  add: async ({ credentialId, output, publicKey }: NewPasskeyOutput, label: string): Promise<void> => {
    const newId = crypto.randomUUID()
    const passkeyKey = publicKey && (await custody.sealPasskeyKey(newId, publicKey))
    const signInKey = publicKey && { ...publicKey, spki: base64urlnopad.encode(publicKey.spki) }
    const newSet = {
      ...({ type: 'passkey', label, credentialId } as const),
      ...(passkeyKey && { passkeyKey }),
      ...(signInKey && { signInKey }),
    }
    await activate(await client.create(newSet, { kind: 'passkey', output }, undefined, newId))
  },
  unlock: (setId: string, output: Bytes): Promise<void> => client.unlock(setId, 'passkey', { kind: 'passkey', output }),
  stage: async ({ row, output }: PresentedPasskey): Promise<RenewedShareSet> => {
    const { label, credentialId = '', passkeyKey: old } = row
    const setId = crypto.randomUUID()
    const passkeyKey = old && (await custody.restagePasskeyKey({ setId: row.setId, sealed: old }, setId))
    const newSet = { type: 'passkey', label, credentialId, ...(passkeyKey && { passkeyKey }) } as const
    return makeTestedShareSet({ custody, which: 'staged', newSet, setId, source: { kind: 'passkey', output } })
  },
})
