import { type Address, concatHex, getCreate2Address, type Hex, keccak256, size, toHex } from 'viem'

/**
 * The deterministic deployment proxy, at the same address on every chain including anvil. Input: salt and creation
 * code.
 */
const factory: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
const salt: Hex = `0x${'00'.repeat(32)}`

/**
 * An ERC-1271 account whose owner anyone may change. `isValidSignature` recovers the signer and compares it with slot
 * 0; any other call writes its first argument to slot 0.
 */
const code: Hex = concatHex([
  '0x60003560e01c631626ba7e14601657', // isValidSignature? then to 0x16
  '0x60043560005500', // else slot 0 = first argument
  '0x5b600435600052', // hash
  '0x60a43560001a602052', // v
  '0x606435604052', // r
  '0x608435606052', // s
  '0x602060006080600060015afa50', // ecrecover
  '0x6000516000541463', // the same as slot 0? then the selector, else zero
  '0x1626ba7e0260e01b600052',
  '0x60206000f3',
])

export const contractWallet = (owner: Address) => {
  const creation = concatHex([
    concatHex(['0x73', owner, '0x600055']),
    concatHex(['0x60', toHex(size(code), { size: 1 }), '0x8060236000396000f3']),
    code,
  ])
  const data = concatHex([salt, creation])
  const address = getCreate2Address({ from: factory, salt, bytecodeHash: keccak256(creation) })
  return {
    address,
    /** The call that deploys the account. */
    deployment: { to: factory, data },
    changeOwner: (to: Address) => ({
      to: address,
      data: concatHex(['0x13af4035', `0x${'00'.repeat(12)}`, to]),
    }),
  }
}
