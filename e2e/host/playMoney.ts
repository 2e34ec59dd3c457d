import { type Address, encodeAbiParameters, keccak256, numberToHex, type TestClient } from 'viem'

type Amounts = { coins: bigint; tokens: bigint }

/**
 * Sets how much an account owns on a local chain. Writes the token's storage slot, because parallel transfers of tokens
 * would share the sender's nonce.
 */
export async function setPlayMoney(
  client: Pick<TestClient, 'setBalance' | 'setStorageAt'>,
  token: Address,
  owner: Address,
  { coins, tokens }: Amounts,
): Promise<void> {
  await client.setBalance({ address: owner, value: coins })
  const slot = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [owner, 0n]))
  await client.setStorageAt({ address: token, index: slot, value: numberToHex(tokens, { size: 32 }) })
}
