import { press } from '../../driver/press.ts'
import { connectPhone, readQrCodeLink, showQrCode } from '../shared/pairing.ts'
import { openPhone } from '../shared/phone.ts'
import { expect, test } from '../shared/test.ts'

const tryAgain = { name: 'Try again' }

test('sends requests only to the server and the relay, and waits for no other host', async ({
  driver,
  page,
  phone,
  stack,
}) => {
  const spoken: string[] = []
  page.on('request', (request) => spoken.push(request.url()))
  page.on('websocket', (socket) => spoken.push(socket.url()))
  // The list also contains requests that the content security policy blocked.
  page.on('console', (message) => spoken.push(...(message.text().match(/\b(?:https?|wss?):[^\s'"]+/g) ?? [])))
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  await phone.approveAll()
  // The unpatched library would wait up to five seconds for a WalletConnect server before each request. A busy machine
  // may also delay one request for that long, so the test tries again.
  await expect(async () => {
    const began = performance.now()
    expect(await driver.request('personal_sign', ['0x00', phone.accounts[0]])).toHaveProperty('value')
    expect(performance.now() - began).toBeLessThan(5_000)
  }).toPass()
  const own = [stack.shop, stack.modal, stack.relay, 'data:']
  expect(spoken.filter((url) => own.every((start) => !url.startsWith(start)))).toEqual([])
  expect(spoken.some((url) => url.startsWith(stack.relay))).toBe(true)
})

test('shows the reason of a relay that refuses, and does not retry in a loop', async ({ driver, ownRelay }) => {
  await driver.visitPage('plain')
  await driver.open()
  for (const [reason, title, lead] of [
    ['Unauthorized: invalid key', 'WalletConnect is not set up here', 'Wallets in this browser still work'],
    ['Unauthorized: origin not allowed', 'The relay refuses this site', 'Wallets in this browser still work'],
    ['JWT validation error: JWT Token is not yet valid', "This device's clock is wrong", 'Set date and time'],
  ] as const) {
    ownRelay.refuse(reason)
    const { opened } = ownRelay.sockets()
    await driver.chooseWallet('WalletConnect')
    await expect(driver.text(title)).toBeVisible()
    await expect(driver.text(lead)).toBeVisible()
    await expect(driver.frame.getByRole('button', tryAgain)).toBeVisible()
    // Two sockets are possible for a moment: the second may open before the first is closed.
    expect(ownRelay.sockets().opened - opened).toBeLessThanOrEqual(2)
    await driver.press('Choose another wallet')
    await expect(driver.heading('Connect Wallet')).toBeVisible()
  }
  ownRelay.refuse(null)
  await driver.chooseWallet('WalletConnect')
  await readQrCodeLink(driver)
})

test('reports a wrong clock, which the relay refuses', async ({ driver, page, ownRelay }) => {
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  await driver.visitPage('plain')
  await driver.open()
  await driver.chooseWallet('WalletConnect')
  await expect(driver.text("This device's clock is wrong")).toBeVisible()
  expect(ownRelay.sockets().opened).toBeLessThanOrEqual(2)
})

test('reports a missing relay after twelve seconds, and Try again connects to it', async ({ driver, ownRelay }) => {
  await driver.visitPage('plain')
  await ownRelay.stop()
  await driver.open()
  await driver.chooseWallet('WalletConnect')
  await expect(driver.text('The relay cannot be reached')).toBeVisible({ timeout: 60_000 })
  await expect(driver.frame.getByRole('button', { name: 'Choose another wallet' })).toBeVisible()
  await ownRelay.restart()
  await press(driver.frame.getByRole('button', tryAgain))
  await readQrCodeLink(driver)
})

test('reconnects to a restarted relay without lost or repeated requests', {
  tag: '@storageDenied',
}, async ({ driver, browser, stack, chains, ownRelay }) => {
  const phone = await openPhone(browser, stack, chains, { relay: ownRelay.url })
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  await ownRelay.stop()
  const answer = driver.request('personal_sign', ['0x00', phone.accounts[0]])
  await ownRelay.restart()
  // Clients check their socket every five seconds.
  await expect(phone.question).toBeVisible({ timeout: 60_000 })
  await phone.approve('Sign this message?')
  expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
  await expect(phone.question).toBeHidden()
  await phone.close()
})

test('keeps the connection if the relay is down during a reload', async ({
  driver,
  page,
  browser,
  stack,
  chains,
  ownRelay,
}) => {
  const phone = await openPhone(browser, stack, chains, { relay: ownRelay.url })
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  await ownRelay.stop()
  await page.reload()
  await driver.loaded()
  await driver.expectStatus('reconnecting')
  await ownRelay.restart()
  // Clients check their socket every five seconds, and wait longer after each failure.
  await expect.poll(async () => (await driver.state()).accounts.eip155?.status, { timeout: 60_000 }).toBe('connected')
  await phone.close()
})

test('after Back and a restart of the relay, shows the same unused QR code again', { tag: '@storageDenied' }, async ({
  driver,
  ownRelay,
}) => {
  await driver.visitPage('plain')
  const before = await showQrCode(driver)
  await driver.press('Back')
  await ownRelay.restart()
  await driver.chooseWallet('WalletConnect')
  // The relay has stored the published proposal, so the code still works after the restart.
  expect(await readQrCodeLink(driver)).toBe(before)
})
