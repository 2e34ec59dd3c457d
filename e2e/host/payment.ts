import {
  type Address,
  createPublicClient,
  createTestClient,
  createWalletClient,
  custom,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  http,
  parseEther,
  parseUnits,
  type TransactionReceipt,
} from 'viem'
import { localChain } from './localChain.ts'
import { setPlayMoney } from './playMoney.ts'
import type { ShopProblem } from './problems.ts'
import { readSite, type Site } from './site.ts'

export const site = readSite()
type TillChain = Site['chains'][number]

/** The step that a payment waits for. */
export type PaymentStep = 'connect' | 'network' | 'approve' | 'confirm'
export type Payment = { hash: Hex; from: Address; chain: TillChain; amount: number; receipt?: TransactionReceipt }

const provider = () => custom(window.AppKit.getProvider('eip155'))
const reader = () => createPublicClient({ transport: provider(), pollingInterval: 200 })
const problem = (reason: ShopProblem['reason']): ShopProblem => Object.assign(new Error(reason), { reason })

/** The network of the visitor's wallet if the shop is paid on it. */
export const tillChain = (): TillChain | undefined => {
  const { caipNetworkId } = window.AppKit.getAccount('eip155')
  return site.chains.find(({ id }) => `eip155:${id}` === caipNetworkId)
}

/** The wallet and its account. If no wallet is connected, the visitor connects one first. */
export async function connectWallet(say: (step: 'connect') => void) {
  const client = createWalletClient({ transport: provider() })
  const known = await client.getAddresses()
  if (known.length === 0) {
    say('connect')
    await window.AppKit.open({ namespace: 'eip155' })
  }
  const [account] = known.length > 0 ? known : await client.getAddresses()
  if (!account) throw problem('CLOSED')
  return { client, account }
}

/** How much of the shop's token an account has, in whole units. */
export async function readBalance(owner: Address): Promise<number> {
  const { address, decimals } = site.token
  const args = [getAddress(owner)] as const
  const owned = await reader().readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args })
  return Number(formatUnits(owned, decimals))
}

/** Pays the till. Connects a wallet and changes its network first if needed, and asks no wallet that is too poor. */
export async function pay(amount: number, say: (step: PaymentStep) => void): Promise<Payment> {
  if (!navigator.onLine) throw problem('OFFLINE')
  const { client, account } = await connectWallet(say)
  const chain = tillChain() ?? (await switchToTill(say))
  say('approve')
  // An unknown balance stops no payment, since the wallet checks it too.
  const balance = await readBalance(account).catch(() => amount)
  if (balance < amount) throw problem('TOO_LITTLE')
  const hash = await client.writeContract({
    account,
    chain: null,
    address: site.token.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [site.till, parseUnits(String(amount), site.token.decimals)],
  })
  say('confirm')
  const payment = { hash, from: getAddress(account), chain, amount }
  try {
    return { ...payment, receipt: await reader().waitForTransactionReceipt({ hash }) }
  } catch {
    // The payment is on its way, so it must not look like one that failed.
    return payment
  }
}

async function switchToTill(say: (step: 'network') => void): Promise<TillChain> {
  const [first] = site.chains
  if (!first) throw new Error('The shop needs a chain.')
  say('network')
  try {
    await window.AppKit.switchNetwork(`eip155:${first.id}`)
  } catch {
    throw problem('WRONG_NETWORK')
  }
  return first
}

/** Gives an account enough of the local chain's money for a few orders and their fees. */
export async function addPlayMoney(owner: Address): Promise<void> {
  const chain = tillChain()
  if (!chain) throw problem('WRONG_NETWORK')
  const { url } = chain
  const client = createTestClient({ chain: localChain(chain, url), mode: 'anvil', transport: http(url) })
  await setPlayMoney(client, site.token.address, owner, { coins: parseEther('1'), tokens: parseEther('250') })
}
