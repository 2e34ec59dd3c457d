import {
  type Address,
  createTestClient,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  publicActions,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localChain } from '../host/localChain.ts'
import { setPlayMoney } from '../host/playMoney.ts'
import { evmChains } from '../stack/evm.ts'
import type { StackAddresses } from '../stack/stack.ts'

export type TestAccount = { key: Hex; address: Address }
export type TestChain = ReturnType<typeof connectChain>

/** The balance has many digits, so a test fails if a view rounds it or shows another account's balance. */
export const initialBalance = parseEther('12.345678')
export const initialTokens = parseEther('250')

export const connectTestChains = (stack: StackAddresses) => ({
  first: connectChain(evmChains.first, stack.chain, stack.token),
  second: connectChain(evmChains.second, stack.secondChain, stack.token),
})

function connectChain(chain: { id: number; name: string }, url: string, token: Address) {
  const client = createTestClient({
    chain: localChain(chain, url),
    mode: 'anvil',
    transport: http(url),
    pollingInterval: 100,
  })
    .extend(publicActions)
    .extend(walletActions)
  return {
    client,
    tokensOf: (owner: Address) =>
      client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    /** Gives an account its initial coins and tokens. */
    fund: (owner: Address) => setPlayMoney(client, token, owner, { coins: initialBalance, tokens: initialTokens }),
  }
}

/** An account that no other test uses, with money on both chains. */
export async function createAccount(both: { first: TestChain; second: TestChain }): Promise<TestAccount> {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await Promise.all([both.first.fund(address), both.second.fund(address)])
  return { key, address }
}
