import type { AppKitState, HostOptions } from '@appkit-frame/loader'
import { type Address, formatEther, getAddress, type Hex } from 'viem'
import {
  addPlayMoney,
  connectWallet,
  type Payment,
  type PaymentStep,
  pay,
  readBalance,
  site,
  tillChain,
} from './payment.ts'
import { describeProblem, quoteProblem } from './problems.ts'

/** How a shop would use the modal: the tag, `window.AppKit`, and viem over AppKit's provider. */
const price = 12
const mostBags = 20
const { symbol } = site.token
const loader = document.querySelector<HTMLScriptElement>('script[src$="/loader.js"]')

const field = (id: string) => {
  const found = document.getElementById(id)
  if (!found) throw new Error(`#${id} is missing`)
  return found
}
const button = (id: string) => field(id) as HTMLButtonElement
const money = (amount: number) => `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} ${symbol}`
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

type Tone = 'wait' | 'good' | 'warn' | 'bad'
function say(id: 'till-status' | 'sign-status', text: string, tone?: Tone): void {
  const line = field(id)
  line.textContent = text
  if (tone) line.dataset.tone = tone
  else delete line.dataset.tone
}

/** `window.AppKit`, once the tag's script has run. The tag is async, so it may come before or after this script. */
const loaded = new Promise<void>((resolve, reject) => {
  if (window.AppKit) return resolve()
  loader?.addEventListener('load', () => resolve())
  loader?.addEventListener('error', () =>
    reject(Object.assign(new Error('No loader'), { reason: 'SERVER_UNREACHABLE' })),
  )
})

/* The order. */
let bags = 1
const isPaying = () => button('pay').ariaDisabled === 'true'

function showOrder(): void {
  field('price').textContent = money(price)
  field('quantity').textContent = String(bags)
  for (const id of ['total', 'pay-total']) field(id).textContent = money(bags * price)
  button('less').ariaDisabled = String(bags === 1 || isPaying())
  button('more').ariaDisabled = String(bags === mostBags || isPaying())
}

function changeOrder(by: 1 | -1): void {
  if (isPaying()) return
  bags = Math.min(mostBags, Math.max(1, bags + by))
  showOrder()
}

/* The look. Each theme sets all of AppKit's theme options, so that no option of the theme before stays. */
const ink = { radius: 24, font: 'Inter, ui-sans-serif, system-ui, sans-serif' }
const themes = {
  light: { ...ink, theme: 'light', accent: '#2a1c12' },
  dark: { ...ink, theme: 'dark', accent: '#f4e9dc' },
  brand: { theme: 'light', accent: '#7f2742', radius: 12, font: 'Palatino, Georgia, serif' },
} as const satisfies { [name: string]: HostOptions }

function watchTheme(): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)')
  const choices = [...document.querySelectorAll<HTMLInputElement>('input[name="theme"]')]
  const preset = isDark.matches ? 'dark' : 'light'
  for (const choice of choices) {
    // Firefox keeps the choice over a reload, but the page starts with the visitor's own scheme.
    choice.checked = choice.value === preset
    choice.onchange = async () => {
      document.documentElement.dataset.theme = choice.value
      await loaded
      window.AppKit.configure(themes[choice.value as keyof typeof themes])
    }
  }
}

/* The account that pays. */
async function showAccount(state: AppKitState): Promise<void> {
  const account = state.accounts.eip155
  const address = account?.caipAddress?.split(':')[2] as Address | undefined
  const isConnected = account?.status === 'connected' && address !== undefined
  const chainId = account?.caipNetworkId?.split(':')[1]
  const network = tillChain()?.name ?? chainId ?? 'none'
  field('status').textContent = account?.status ?? 'disconnected'
  field('account').textContent = address ?? 'none'
  field('network').textContent = network
  field('connect-text').textContent = isConnected ? short(address) : 'Connect wallet'
  button('connect').ariaLabel = isConnected ? `Your account, ${short(address)}` : null
  field('payer').hidden = !isConnected
  if (!isConnected) {
    field('balance').textContent = 'unknown'
    return
  }
  await showBalance(address)
}

async function showBalance(address: Address): Promise<void> {
  const chain = tillChain()
  const owned = chain && (await readBalance(address).catch(() => undefined))
  // The visitor may have changed account or network meanwhile.
  if (field('account').textContent !== address || tillChain() !== chain) return
  field('balance').textContent = owned === undefined ? 'unknown' : money(owned)
  const away = `Your wallet is on another network. Pay takes it to ${site.chains[0]?.name}.`
  const here = `${owned === undefined ? 'On' : `${money(owned)} on`} ${chain?.name}`
  field('payer-text').textContent = chain ? here : away
}

/* The payment. */
const waits: { [Step in PaymentStep]: string } = {
  connect: 'Waiting for you to choose a wallet…',
  network: `Waiting for your wallet to change to ${site.chains[0]?.name}…`,
  approve: 'Waiting for your approval in the wallet…',
  confirm: 'Sent. Waiting for the network to confirm it…',
}
const asked = 'Waiting for your wallet …'

async function checkOut(): Promise<void> {
  if (isPaying()) return
  const amount = bags * price
  setPaying(true)
  for (const id of ['toast', 'top-up']) field(id).hidden = true
  field('result').textContent = asked
  try {
    await loaded
    const payment = await pay(amount, (step) => say('till-status', waits[step], 'wait'))
    showReceipt(payment)
    showPaid(payment)
    showAccount(window.AppKit.getState())
  } catch (cause) {
    const { text, isPoor } = describeProblem(cause, 'payment')
    say('till-status', isPoor ? `${text} The order costs ${money(amount)}.` : text, 'bad')
    field('top-up').hidden = !isPoor
    field('result').textContent = `Not done: ${quoteProblem(cause)}`
  } finally {
    setPaying(false)
  }
}

function setPaying(value: boolean): void {
  button('pay').ariaDisabled = String(value)
  showOrder()
}

function showPaid({ hash, amount, receipt }: Payment): void {
  field('result').textContent = receipt ? `Paid: ${hash} (${receipt.status})` : `Sent: ${hash}`
  if (receipt?.status === 'success') {
    say('till-status', 'Paid. Thank you: your coffee is roasted on Tuesday.', 'good')
    field('toast-text').textContent = `Paid ${money(amount)}`
    field('toast').hidden = false
  } else if (receipt) {
    say('till-status', `The payment failed: you kept your ${money(amount)}, only the network fee is gone.`, 'bad')
  } else say('till-status', 'Sent, but not confirmed yet. The receipt below has its number.', 'warn')
}

function showReceipt({ hash, from, chain, amount, receipt }: Payment): void {
  const fee = receipt && Number(formatEther(receipt.gasUsed * receipt.effectiveGasPrice)).toFixed(6)
  const facts = {
    Order: `${amount / price} × Huila, 250 g`,
    Total: money(amount),
    State: receipt ? { success: 'Paid', reverted: 'Failed' }[receipt.status] : 'Not confirmed yet',
    Network: chain.name,
    ...(receipt && { Block: String(receipt.blockNumber), 'Network fee': `${fee} ETH` }),
    From: from,
    To: site.till,
    Transaction: hash,
  }
  field('receipt-facts').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => {
      const [term, detail] = [document.createElement('dt'), document.createElement('dd')]
      term.textContent = name
      detail.textContent = value
      detail.classList.toggle('code', value.startsWith('0x'))
      return [term, detail]
    }),
  )
  field('receipt').hidden = false
}

async function topUp(): Promise<void> {
  const { account } = await connectWallet(() => {})
  await addPlayMoney(getAddress(account))
  field('top-up').hidden = true
  say('till-status', 'Play money is in your wallet. Pay when you are ready.', 'good')
  button('pay').focus()
  await showAccount(window.AppKit.getState())
}

/* The guest book, and the other actions of a connected visitor. */
const guestActions = {
  async sign() {
    say('sign-status', 'Waiting for your signature in the wallet…', 'wait')
    const { client, account } = await connectWallet(() => {})
    const signed: Hex = await client.signMessage({ account, message: 'Good coffee. See you on Tuesday.' })
    say('sign-status', `Signed by ${short(account)}. See you on Tuesday.`, 'good')
    return `Signed: ${signed}`
  },
  async switch() {
    const other = site.chains.find(({ id }) => id !== tillChain()?.id)
    if (!other) return 'There is no other network'
    await window.AppKit.switchNetwork(`eip155:${other.id}`)
    return `Now on ${other.name}`
  },
  async disconnect() {
    await window.AppKit.disconnect()
    // The pressed button is hidden now.
    button('pay').focus()
    return 'Disconnected'
  },
}

function watchButtons(): void {
  field('till').onsubmit = (event) => {
    event.preventDefault()
    checkOut()
  }
  button('less').onclick = () => changeOrder(-1)
  button('more').onclick = () => changeOrder(1)
  button('top-up').onclick = () => topUp().catch((cause) => say('till-status', quoteProblem(cause), 'bad'))
  field('toast-link').onclick = () => {
    field('toast').hidden = true
  }
  button('toast-close').onclick = () => {
    field('toast').hidden = true
    button('pay').focus()
  }
  for (const [id, act] of Object.entries(guestActions))
    button(id).onclick = async () => {
      field('result').textContent = asked
      try {
        await loaded
        field('result').textContent = await act()
      } catch (cause) {
        if (id === 'sign') say('sign-status', describeProblem(cause, 'signature').text, 'bad')
        field('result').textContent = `Not done: ${quoteProblem(cause)}`
      }
    }
  window.addEventListener('offline', () => {
    if (!isPaying()) say('till-status', 'You are offline. Your order waits here.', 'warn')
  })
  window.addEventListener('online', () => {
    if (!isPaying()) say('till-status', 'You are back online.')
  })
}

;(field('phone') as HTMLAnchorElement).href = site.phone
showOrder()
watchTheme()
watchButtons()
loaded.then(
  () => {
    window.AppKit.subscribe(showAccount)
    showAccount(window.AppKit.getState())
  },
  () => say('till-status', 'Wallets can’t be reached right now. Reload the page to try again.', 'bad'),
)
