import type { Driver } from '../../driver/driver.ts'
import { scanQrCode } from '../../driver/qr.ts'
import type { Phone, phoneOn } from './phone.ts'
import { expect } from './test.ts'

export const connectTitle = 'Connect to this site?'

/** Reads the modal's QR code as a phone's camera does. */
export async function readQrCode(driver: Driver): Promise<string> {
  const code = driver.frame.getByTestId('wui-qr-code')
  // The modal shows the QR code only after its relay client and socket are ready, which takes a while on a busy
  // machine.
  await expect(code).toBeVisible({ timeout: 30_000 })
  await driver.settled()
  let uri: string | null = null
  await expect.poll(async () => (uri = await scanQrCode(code))).toMatch(/^wc:[\da-f]{64}@2\?/)
  return uri ?? ''
}

/** Clicks through the modal to the QR code. */
export async function showQrCode(driver: Driver): Promise<string> {
  await driver.open()
  await driver.chooseWallet('WalletConnect')
  return readQrCode(driver)
}

/** Scans the code with the phone and approves the connection. */
export async function approveConnection(driver: Driver, phone: ReturnType<typeof phoneOn>): Promise<void> {
  await phone.approve(connectTitle)
  await driver.expectStatus('connected')
  await driver.expectClosed()
  // The phone has now stored the session too.
  await expect(phone.said).toContainText('Connected to')
}

export async function connect(driver: Driver, phone: Phone): Promise<void> {
  await phone.connect(await showQrCode(driver))
  await approveConnection(driver, phone)
}
