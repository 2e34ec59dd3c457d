import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { type Address, isAddress, isAddressEqual } from 'viem'
import { isHostDomain } from '../../signIn.ts'
import type { TypedDataForm } from '../form.ts'

type SignIn = {
  domain: string
  address?: Address | string
  wallet?: Address | string
  uri: string
  chainId: bigint | string
  expirationTime?: string
  notBefore?: string
}

const text = (name: string): string => `(?:,string ${name})?`

/**
 * The members of EIP-4361 as typed data. No standard fixes the name of the type or its domain. The rules are those of
 * the text: a foreign site's domain is refused, and only the own URI makes it a sign-in.
 */
export const typedSignIn: TypedDataForm = {
  types: [
    new RegExp(
      String.raw`^\w+\(string domain,(?:address|string) (?:address|wallet)${text('statement')},string uri,string version,(?:uint256|string) chainId,string nonce,string issuedAt${text('expirationTime')}${text('notBefore')}${text('requestId')}(?:,string\[\] resources)?\)$`,
    ),
  ],
  domain: { types: [] },
  read: ({ domain, address, wallet, uri, chainId: chain, ...times }: SignIn, { account, host, chainId, now }) => {
    if (!isHostDomain(domain, host)) throw new AppError(walletErrors.WRONG_SITE_MESSAGE)
    const signer = address ?? wallet ?? ''
    if (!isAddress(signer, { strict: false }) || !isAddressEqual(signer, account))
      throw new AppError(walletErrors.FOREIGN_ACCOUNT)
    const isOwnUri = URL.parse(uri)?.origin === host
    const [from, until] = [times.notBefore, times.expirationTime].map((time) =>
      time ? parseSiwxTime(time) : undefined,
    )
    const isNow = (from === undefined || from <= now) && (until === undefined || until > now)
    const isOwn = isOwnUri && isNow && String(chain) === String(chainId)
    return { deed: 'signIn', isOwn, facts: [{ label: 'forUri', value: uri }] }
  },
}
