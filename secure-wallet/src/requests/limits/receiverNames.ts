import * as v from 'valibot'
import type { Address } from 'viem'
import { decodeCall } from '../decode/calldata.ts'
import { shownText } from '../decode/shownText.ts'
import type { Receivers } from '../describe/recipients.ts'
import type { RequestedCall } from '../methods/callParams.ts'
import type { RpcContext } from '../methods/scope.ts'

/** A card waits for names only this long. */
const namesMs = 2_000
/** The server answers for so many addresses at once. */
const addressLimit = 16

const namesSchema = v.object({
  names: v.array(
    v.object({
      address: v.pipe(v.string(), v.toLowerCase()),
      name: v.pipe(
        v.string(),
        v.transform((raw) => shownText(raw).text),
      ),
    }),
  ),
})

/** The receivers that a card names: first those of the request that the visitor named, then those of the site. */
export const readReceivers = async (
  { scope: { ask, site }, chainId }: RpcContext,
  account: Address,
  requested: readonly RequestedCall[],
): Promise<Receivers> => [...(await readNamed(ask, chainId, account, requested)), ...site.receiversOn(chainId)]

/** A name only helps to read the card, so no payment fails without it. */
const readNamed = async (
  ask: RpcContext['scope']['ask'],
  chainId: string,
  from: Address,
  requested: readonly RequestedCall[],
): Promise<Receivers> => {
  const paid = requested
    .flatMap((call) => decodeCall({ from, ...call }))
    .flatMap((action) => (action.kind === 'transfer' ? [action.to.toLowerCase()] : []))
  const addresses = [...new Set(paid)].slice(0, addressLimit)
  if (addresses.length === 0) return []
  try {
    const query = new URLSearchParams([['chainId', chainId], ...addresses.map((address) => ['address', address])])
    const { names } = v.parse(
      namesSchema,
      await ask({ method: 'GET', path: `receivers/names?${query}`, timeoutMs: namesMs }),
    )
    return names
      .filter(({ address, name }) => name !== '' && addresses.includes(address))
      .map((each) => ({ ...each, isOwn: true }))
  } catch {
    // The card then shows the receivers by their addresses.
    return []
  }
}
