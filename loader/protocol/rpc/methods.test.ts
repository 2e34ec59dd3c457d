import { expect, test } from 'vitest'
import { namespaces } from '../caip/namespaces.ts'
import { type RpcMethodPolicy, rpcMethods, rpcPolicyOf } from './methods.ts'

const rows = Object.entries<RpcMethodPolicy>(rpcMethods)

test.each(rows)(
  'the policy row of %s has consistent fields',
  (_, { answeredBy, consent, proxy, namespaces: served }) => {
    expect(served.length).toBeGreaterThan(0)
    if (answeredBy === 'node') expect([consent, proxy]).not.toContain('approve')
    if (answeredBy === 'node') expect(proxy).not.toBe('none')
    if (answeredBy === 'wallet' || answeredBy === 'unbuilt') expect(proxy).toBe('none')
    if (consent === 'connect') expect(answeredBy).toBe('frame')
  },
)

test('requires an approval for exactly the listed methods of the embedded wallet', () => {
  const embedded = rows.filter(([, { namespaces: served }]) => served.includes('eip155') || served.includes('solana'))
  const approved = embedded.filter(([, { consent }]) => consent === 'approve').map(([name]) => name)
  expect(approved.sort()).toEqual([
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'eth_signTypedData_v4',
    'personal_sign',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
    'solana_signMessage',
    'solana_signTransaction',
    'wallet_grantPermissions',
    'wallet_sendCalls',
  ])
})

test.each([
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_coinbase',
  'wallet_requestSnaps',
  'constructor',
  '__proto__',
  'toString',
  '',
])('the policy has no row for %j in any namespace', (name) => {
  for (const namespace of Object.keys(namespaces) as (keyof typeof namespaces)[])
    expect(rpcPolicyOf(name, namespace)).toBeUndefined()
})

test('a policy row applies only in the namespaces that it lists', () => {
  expect(rpcPolicyOf('personal_sign', 'eip155')?.answeredBy).toBe('wallet')
  expect(rpcPolicyOf('personal_sign', 'solana')).toBeUndefined()
  expect(rpcPolicyOf('getBalance', 'eip155')).toBeUndefined()
})
