import { connectWallet } from '../../driver/namespaces.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { callChainNode, expect, test } from '../shared/otherChainsTest.ts'
import { pageWallets } from '../shared/pageWallets.ts'

type OtherChains = NonNullable<StackAddresses['otherChains']>

const post = async (url: string): Promise<void> => {
  const answer = await fetch(url, { method: 'POST' })
  expect(answer.ok, await answer.text()).toBe(true)
}

/** One row per wallet. The chain's faucet pays each account one and a half coins. */
const rows = [
  {
    wallet: pageWallets['Wallet Standard, Solana'],
    shown: '1.500 SOL',
    fund: ({ solana }: OtherChains, address: string) =>
      callChainNode(solana, 'requestAirdrop', [address, 1_500_000_000]),
  },
  {
    wallet: pageWallets['Wallet Standard, Bitcoin'],
    shown: '1.500 tBTC',
    fund: ({ esplora }: OtherChains, address: string) => post(`${esplora}/faucet?address=${address}&amount=150000000`),
  },
  {
    wallet: pageWallets.injectedWeb3,
    shown: '1.500 DOT',
    fund: ({ polkadot }: OtherChains, address: string) => callChainNode(polkadot, 'dev_fund', [address, '15000000000']),
  },
  {
    wallet: pageWallets.Keplr,
    shown: '1.500 ATOM',
    fund: ({ cosmos }: OtherChains, address: string) =>
      post(`${cosmos}/faucet?address=${address}&denom=uatom&amount=1500000`),
  },
]

/** Accounts that the faucet has paid. A worker keeps its stack, so a repeated test must not pay an account twice. */
const funded = new Set<string>()

for (const { wallet, shown, fund } of rows) {
  test(`${wallet.namespace}: shows the balance of the chain`, async ({ driver, page, otherChains }) => {
    // An account that no other test pays into.
    if (!funded.has(wallet.second)) await fund(otherChains, wallet.second)
    funded.add(wallet.second)
    const installed = await wallet.install(page, otherChains)
    await driver.visitPage('plain')
    await installed.switchAccount(1)
    await connectWallet(driver, wallet.namespace, wallet.name)
    await driver.openView('Account')
    await expect(driver.text(shown)).toBeVisible()
  })
}
