import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import {
  type Address,
  type Chain,
  createWalletClient,
  encodeDeployData,
  getContractAddress,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { testMnemonic } from './accounts.ts'

const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'

const deployer = mnemonicToAccount(testMnemonic, { addressIndex: 9 })
const holder = mnemonicToAccount(testMnemonic, { addressIndex: 0 })

/**
 * The deployer's first transactions create the tokens, so each token has the same address on each chain and in each
 * run.
 */
export const testTokens = [
  { name: 'Demo Dollar', symbol: 'DUSD', decimals: 18, address: addressOf(0), supply: parseEther('1000000') },
  { name: 'Demo Coffee', symbol: 'BEAN', decimals: 18, address: addressOf(1), supply: parseEther('5000') },
] as const

function addressOf(nonce: number): Address {
  return getContractAddress({ from: deployer.address, nonce: BigInt(nonce) })
}

type Artefact = { abi: readonly unknown[]; bytecode: Hex }
const load = createRequire(import.meta.url)
const erc20: Artefact = load('@openzeppelin/contracts/build/contracts/ERC20PresetFixedSupply.json')
// viem carries Multicall3's creation code, but under no exported name.
const { multicall3Bytecode }: { multicall3Bytecode: Hex } = load(
  join(dirname(load.resolve('viem/package.json')), '_cjs/constants/contracts.js'),
)

/** Multicall3 and two ERC-20s whose whole supply starts with anvil's first account. */
export async function deployContracts(url: string, chain: Chain): Promise<void> {
  const client = createWalletClient({ account: deployer, chain, transport: http(url) })
  // An `eth_call` of creation code returns the code that it would deploy.
  const code = await client.request({ method: 'eth_call', params: [{ data: multicall3Bytecode }] } as never)
  await client.request({ method: 'anvil_setCode', params: [multicall3, code] } as never)
  for (const [nonce, token] of testTokens.entries()) {
    const data = encodeDeployData({
      abi: erc20.abi,
      bytecode: erc20.bytecode,
      args: [token.name, token.symbol, token.supply, holder.address],
    })
    await client.sendTransaction({ data, nonce, gas: 3_000_000n })
  }
}
