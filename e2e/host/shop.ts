import type { AppKitState } from '@appkit-frame/loader'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  parseUnits,
} from 'viem'
import { readSite } from './site.ts'

/** How a shop would use the modal: the tag, `window.AppKit`, and viem over AppKit's provider. */
const site = readSite()
const price = '12'

const field = (id: string) => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`#${id} is missing`)
  return found
}
const button = (id: string) => field(id) as HTMLButtonElement

async function show(state: AppKitState): Promise<void> {
  const account = state.accounts.eip155
  const address = account?.caipAddress?.split(':')[2]
  const chainId = account?.caipNetworkId?.split(':')[1]
  const connected = account?.status === 'connected'
  field('status').textContent = account?.status ?? 'disconnected'
  field('account').textContent = address ?? 'none'
  field('network').textContent = site.chains.find(({ id }) => String(id) === chainId)?.name ?? chainId ?? 'none'
  button('connect').textContent = connected ? 'Your account' : 'Connect wallet'
  for (const id of ['pay', 'sign', 'switch', 'disconnect']) button(id).disabled = !connected
  field('balance').textContent = connected && address ? await balanceOf(address) : 'unknown'
}

async function balanceOf(address: string): Promise<string> {
  try {
    const client = createPublicClient({ transport: custom(window.AppKit.getProvider('eip155')) })
    const { address: token, decimals, symbol } = site.token
    const owned = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [getAddress(address)],
    })
    return `${formatUnits(owned, decimals)} ${symbol}`
  } catch {
    return 'unknown'
  }
}

async function wallet() {
  const client = createWalletClient({ transport: custom(window.AppKit.getProvider('eip155')) })
  const [account] = await client.getAddresses()
  if (!account) throw new Error('No account')
  return { client, account }
}

const actions = {
  async pay() {
    const { client, account } = await wallet()
    const { address, decimals } = site.token
    const args = [site.till, parseUnits(price, decimals)] as const
    const hash = await client.writeContract({
      account,
      chain: null,
      address,
      abi: erc20Abi,
      functionName: 'transfer',
      args,
    })
    const reader = createPublicClient({ transport: custom(window.AppKit.getProvider('eip155')), pollingInterval: 200 })
    const receipt = await reader.waitForTransactionReceipt({ hash })
    await show(window.AppKit.getState())
    return `Paid: ${hash} (${receipt.status})`
  },
  async sign() {
    const { client, account } = await wallet()
    const signature: Hex = await client.signMessage({ account, message: 'Good coffee. See you on Tuesday.' })
    return `Signed: ${signature}`
  },
  async switch() {
    const current = window.AppKit.getState().accounts.eip155?.caipNetworkId
    const other = site.chains.find(({ id }) => `eip155:${id}` !== current)
    if (!other) return 'There is no other network'
    await window.AppKit.switchNetwork(`eip155:${other.id}`)
    return `Now on ${other.name}`
  },
  async disconnect() {
    await window.AppKit.disconnect()
    return 'Disconnected'
  },
}

/** viem wraps the wallet's error, possibly several times. */
function explain(cause: unknown): string {
  const coded = cause instanceof BaseError ? cause.walk((error) => 'code' in Object(error)) : undefined
  const { code, message, shortMessage } = (coded ?? cause) as { code?: number; message: string; shortMessage?: string }
  return `${shortMessage ?? message} (${code ?? 'no code'})`
}

function start(): void {
  const phone = field('phone') as HTMLAnchorElement
  phone.href = site.phone
  button('connect').onclick = () => {
    window.AppKit.open().then(
      (outcome) => {
        field('result').textContent = `Modal: ${outcome.outcome}`
      },
      (error) => {
        field('result').textContent = `Modal: ${error.reason} (${error.code})`
      },
    )
  }
  for (const [id, act] of Object.entries(actions)) {
    button(id).onclick = async () => {
      field('result').textContent = 'Waiting for your wallet …'
      try {
        field('result').textContent = await act()
      } catch (cause) {
        field('result').textContent = `Not done: ${explain(cause)}`
      }
    }
  }
  window.AppKit.subscribe(show)
  show(window.AppKit.getState())
}

// The tag is async, so it may come before or after this script.
const tag = document.querySelector('script[src$="/loader.js"]')
if (window.AppKit) start()
else tag?.addEventListener('load', start)
