import type { Driver } from '../../driver/driver.ts'
import { scanQrCode } from '../../driver/qr.ts'
import type { drivePhonePage, Phone } from './phone.ts'
import { expect } from './test.ts'

export const connectQuestionTitle = 'Connect to this site?'

/** Reads the modal's QR code as a phone's camera does. */
export async function readQrCodeLink(driver: Driver): Promise<string> {
  const code = driver.frame.getByTestId('wui-qr-code')
  // The modal shows the QR code only after its relay client and socket are ready, which takes a while on a busy
  // machine.
  await expect(code).toBeVisible({ timeout: 30_000 })
  await driver.settled()
  let uri: string | null = null
  await expect.poll(async () => (uri = await scanQrCode(code))).toMatch(/^wc:[\da-f]{64}@2\?/)
  return uri ?? ''
}

/** Opens the modal, chooses WalletConnect, and returns the link in the QR code. */
export async function showQrCode(driver: Driver): Promise<string> {
  await driver.open()
  await driver.chooseWallet('WalletConnect')
  return readQrCodeLink(driver)
}

/** Approves the connection on the phone, which has already scanned the QR code. */
export async function approveConnection(driver: Driver, phone: ReturnType<typeof drivePhonePage>): Promise<void> {
  await phone.approve(connectQuestionTitle)
  await driver.expectStatus('connected')
  await driver.expectClosed()
  // The phone shows this message once it has stored the session too.
  await expect(phone.said).toContainText('Connected to')
}

export async function connectPhone(driver: Driver, phone: Phone): Promise<void> {
  await phone.connect(await showQrCode(driver))
  await approveConnection(driver, phone)
}
