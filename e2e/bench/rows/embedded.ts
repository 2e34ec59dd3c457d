import { expect, type Page } from '@playwright/test'
import { createDriver } from '../../driver/driver.ts'
import { createEmbeddedDriver } from '../../driver/embedded.ts'
import type { MailBox } from '../../stack/mail/mailBox.ts'
import { type BenchContext, formatMilliseconds, type MeasureRows, median } from '../row.ts'
import { watchLoginSteps, watchServerTime } from '../steps.ts'

const message = '0x476f6f6420636f66666565'
const reads = 20
/** A visitor takes an answer within 0.1 s for instant. A simulated card also waits for the node. */
const [cardLimitMs, simulatedCardLimitMs] = [100, 250]
const patience = { timeout: 20_000 }

/**
 * Times a login with the embedded wallet, and then requests to that wallet. The time that the visitor's own actions
 * take is not counted.
 */
export const measureEmbeddedWallet: MeasureRows = async (context) => {
  const browser = await context.launch()
  const rounds: Round[] = []
  for (let round = 0; round < context.rounds; round += 1) {
    const own = await browser.newContext()
    rounds.push(await measureRound(await own.newPage(), context))
    await own.close()
  }
  await browser.close()
  const middle = (name: keyof Round): number => median(rounds.map((round) => round[name]))
  const row = (figure: string, measured: keyof Round, floor: keyof Round, most = Number.POSITIVE_INFINITY) => ({
    figure,
    measured: formatMilliseconds(middle(measured)),
    floor: formatMilliseconds(middle(floor)),
    bound: most === Number.POSITIVE_INFINITY ? '' : `≤ ${most} ms`,
    holds: middle(measured) <= most,
  })
  return [
    row('code entered → new wallet connected; of it the answers of server and guardian', 'connected', 'answered'),
    row('personal_sign → card painted; against what the secure frame answers without one', 'card', 'read', cardLimitMs),
    row('click on the card → signature in the page; against the same', 'signature', 'read'),
    row('eth_sendTransaction → simulated and painted; against the same', 'transaction', 'read', simulatedCardLimitMs),
  ]
}

type Round = {
  connected: number
  answered: number
  read: number
  card: number
  signature: number
  transaction: number
}

async function measureRound(page: Page, { stack, mailBox }: BenchContext): Promise<Round> {
  const steps = await watchLoginSteps(page)
  const driver = createDriver(page, stack)
  const wallet = createEmbeddedDriver(page, driver, stack)
  const mail = readMail(mailBox, `bench.${Date.now()}@orchard.example`)
  await driver.visitPage('plain')
  await driver.open()
  await wallet.typeEmail(mail.address)
  await wallet.expectCodePanel()

  const answeredWithin = watchServerTime(page, stack.wallet)
  await wallet.typeCode(await wallet.code(mail))
  const made = await steps.next('made')
  const typed = await steps.next('typed')
  await wallet.press('Continue')
  const connected = await steps.next('connected')
  const clicked = await steps.next('clicked')
  await driver.expectClosed()

  const read = median(await page.evaluate(askReads, reads))
  steps.forget()
  const asked = page.evaluate(askSignature, message)
  // The visitor sees the approval card once the card is painted and the secure frame is at its position.
  const card = Math.max(await steps.next('card'), await steps.next('place'))
  await wallet.approve()
  const { start, end } = await asked
  const signature = end - (await steps.next('clicked'))
  await driver.expectClosed()
  await page.request.post(stack.chain, { data: fund(await page.evaluate(readAddress)) })
  steps.forget()
  const sent = page.evaluate(askTransaction)
  const sentAt = await page.evaluate(() => performance.timeOrigin + performance.now())
  const transaction = Math.max(await steps.next('panel'), await steps.next('place')) - sentAt
  await wallet.press('Cancel')
  await sent
  return {
    connected: made - typed + (connected - clicked),
    answered: answeredWithin(typed, made) + answeredWithin(clicked, connected),
    read,
    card: card - start,
    signature,
    transaction,
  }
}

/** Times requests that need no approval. They cross the same frames as a request with approval. */
async function askReads(count: number): Promise<number[]> {
  const provider = window.AppKit.getProvider('eip155')
  const times: number[] = []
  for (let call = 0; call < count; call += 1) {
    const start = performance.now()
    await provider.request({ method: 'wallet_getCapabilities' })
    times.push(performance.now() - start)
  }
  return times
}

async function askSignature(text: string): Promise<{ start: number; end: number }> {
  const provider = window.AppKit.getProvider('eip155')
  const [address] = (await provider.request({ method: 'eth_accounts' })) as string[]
  const now = () => performance.timeOrigin + performance.now()
  const start = now()
  await provider.request({ method: 'personal_sign', params: [text, address] })
  return { start, end: now() }
}

const fund = (address: string) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance' },
  params: [address, '0x8ac7230489e80000'],
})

async function readAddress(): Promise<string> {
  const [address = ''] = (await window.AppKit.getProvider('eip155').request({ method: 'eth_accounts' })) as string[]
  return address
}

/** Asks for a transfer, which the visitor declines. */
async function askTransaction(): Promise<void> {
  const provider = window.AppKit.getProvider('eip155')
  const [from] = (await provider.request({ method: 'eth_accounts' })) as string[]
  const to = '0x00000000000000000000000000000000000000aa'
  await provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] }).catch(() => undefined)
}

function readMail(mailBox: MailBox, address: string) {
  const find = async (pattern: RegExp): Promise<string> => {
    let found: string | undefined
    await expect
      .poll(() => {
        found = mailBox
          .mails(address)
          .map(({ text }) => pattern.exec(text)?.[1])
          .find(Boolean)
        return found
      }, patience)
      .toBeDefined()
    return found ?? ''
  }
  return { address, find }
}
