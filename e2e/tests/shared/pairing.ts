import type { Kit } from '../../driver/kit.ts'
import { scan } from '../../driver/qr.ts'
import type { Phone, phoneOn } from './phone.ts'
import { expect } from './test.ts'

export const connectTitle = 'Connect to this site?'

/** What a phone's camera reads from the modal. */
export async function readCode(kit: Kit): Promise<string> {
  const code = kit.frame.getByTestId('wui-qr-code')
  // The relay's client and the line to the relay come first, which on a busy machine takes its time.
  await expect(code).toBeVisible({ timeout: 30_000 })
  await kit.settled()
  let uri: string | null = null
  await expect.poll(async () => (uri = await scan(code))).toMatch(/^wc:[\da-f]{64}@2\?/)
  return uri ?? ''
}

/** From the visitor's click to the code. */
export async function showCode(kit: Kit): Promise<string> {
  await kit.open()
  await kit.chooseWallet('WalletConnect')
  return readCode(kit)
}

/** The person with the phone agrees to what its camera read. */
export async function accept(kit: Kit, phone: ReturnType<typeof phoneOn>): Promise<void> {
  await phone.approve(connectTitle)
  await kit.expectStatus('connected')
  await kit.expectClosed()
  // Only now has the phone kept it too.
  await expect(phone.said).toContainText('Connected to')
}

export async function connect(kit: Kit, phone: Phone): Promise<void> {
  await phone.connect(await showCode(kit))
  await accept(kit, phone)
}
