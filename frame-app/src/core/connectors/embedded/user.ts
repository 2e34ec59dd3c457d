import type { EmbeddedUser, SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import * as v from 'valibot'
import { read, readAccountState } from '../../domain/accountState.ts'

const panel = v.object({
  view: v.picklist(['verifyDevice', 'verifyCode', 'newWallet', 'recover', 'approve', 'settings']),
  height: v.pipe(
    v.number(),
    v.check((pixels) => pixels >= 1 && pixels <= 2_000),
  ),
})

export const readPanel = ([value]: unknown[]): SecurePanel | null => (value === null ? null : read(panel, value))

const names = Object.keys(namespaces) as ChainNamespace[]

/** Accounts of namespaces that are known, each in its own words. */
export const readUser = (value: unknown): EmbeddedUser => {
  const { isConnected, accounts, email } = Object(value) as Record<string, unknown>
  const given = Object(accounts) as Record<string, unknown>
  return {
    isConnected: isConnected === true,
    accounts: Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(given, name) ? [[name, readAccountState(given[name])]] : [])),
    ),
    ...(typeof email === 'string' && { email: email.slice(0, 254) }),
  }
}
