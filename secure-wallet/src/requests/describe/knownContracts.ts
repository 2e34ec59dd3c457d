import { type Address, getAddress } from 'viem'

/**
 * Contracts of protocols that many visitors use, which take tokens only for the visitor's own orders and calls. Each
 * has this address on every network where it exists.
 */
const names: { readonly [address: Address]: string } = {
  '0x000000000022D473030F116dDEE9F6B43aC78BA3': 'Permit2',
  '0x3fC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD': 'Uniswap',
  '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af': 'Uniswap',
  '0x1111111254EEB25477B68fb85Ed929f73A960582': '1inch',
  '0x111111125421cA6dc452d289314280a0f8842A65': '1inch',
  '0xC92E8bdf79f0507f65a392b0ab4667716BFE0110': 'CoW Protocol',
  '0xDef1C0ded9bec7F1a1670819833240f027b25EfF': '0x',
  '0x1E0049783F008A0085193E00003D00cd54003c71': 'OpenSea',
}

export const contractName = (address: Address): string | null => {
  const known = getAddress(address)
  return Object.hasOwn(names, known) ? (names[known] ?? null) : null
}
