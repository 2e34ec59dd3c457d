import { press } from '../../driver/press.ts'
import { connect, readCode, showCode } from '../shared/pairing.ts'
import { openPhone } from '../shared/phone.ts'
import { expect, test } from '../shared/test.ts'

const tryAgain = { name: 'Try again' }

test('no word goes to anybody but the server and the relay, and nothing waits for one', async ({
  kit,
  page,
  phone,
  stack,
}) => {
  const spoken: string[] = []
  page.on('request', (request) => spoken.push(request.url()))
  page.on('websocket', (socket) => spoken.push(socket.url()))
  // What the policy stopped counts as well.
  page.on('console', (message) => spoken.push(...(message.text().match(/\b(?:https?|wss?):[^\s'"]+/g) ?? [])))
  await kit.visitPage('plain')
  await connect(kit, phone)
  await phone.approveAll()
  // The library asks a server of its maker before each request, and gives it five seconds. A machine that is busy for so
  // long is so once, and who waits does it each time.
  await expect(async () => {
    const began = performance.now()
    expect(await kit.request('personal_sign', ['0x00', phone.accounts[0]])).toHaveProperty('value')
    expect(performance.now() - began).toBeLessThan(5_000)
  }).toPass()
  const own = [stack.shop, stack.modal, stack.relay, 'data:']
  expect(spoken.filter((url) => own.every((start) => !url.startsWith(start)))).toEqual([])
  expect(spoken.some((url) => url.startsWith(stack.relay))).toBe(true)
})

test('a relay that refuses says why, each in its own words, and is not stormed', async ({ kit, ownRelay }) => {
  await kit.visitPage('plain')
  await kit.open()
  for (const [reason, title, lead] of [
    ['Unauthorized: invalid key', 'WalletConnect is not set up here', 'Wallets in this browser still work'],
    ['Unauthorized: origin not allowed', 'The relay refuses this site', 'Wallets in this browser still work'],
    ['JWT validation error: JWT Token is not yet valid', "This device's clock is wrong", 'Set date and time'],
  ] as const) {
    ownRelay.refuse(reason)
    const { opened } = ownRelay.sockets()
    await kit.chooseWallet('WalletConnect')
    await expect(kit.text(title)).toBeVisible()
    await expect(kit.text(lead)).toBeVisible()
    await expect(kit.frame.getByRole('button', tryAgain)).toBeVisible()
    // A second one where it began before the first had ended.
    expect(ownRelay.sockets().opened - opened).toBeLessThanOrEqual(2)
    await kit.press('Choose another wallet')
    await expect(kit.heading('Connect Wallet')).toBeVisible()
  }
  ownRelay.refuse(null)
  await kit.chooseWallet('WalletConnect')
  await readCode(kit)
})

test('a clock that is wrong is refused by the relay itself', async ({ kit, page, ownRelay }) => {
  await page.clock.setFixedTime(Date.now() + 3_600_000)
  await kit.visitPage('plain')
  await kit.open()
  await kit.chooseWallet('WalletConnect')
  await expect(kit.text("This device's clock is wrong")).toBeVisible()
  expect(ownRelay.sockets().opened).toBeLessThanOrEqual(2)
})

test('a relay that is not there has its words after twelve seconds, and Try again finds it', async ({
  kit,
  ownRelay,
}) => {
  await kit.visitPage('plain')
  await ownRelay.stop()
  await kit.open()
  await kit.chooseWallet('WalletConnect')
  await expect(kit.text('The relay cannot be reached')).toBeVisible({ timeout: 60_000 })
  await expect(kit.frame.getByRole('button', { name: 'Choose another wallet' })).toBeVisible()
  await ownRelay.restart()
  await press(kit.frame.getByRole('button', tryAgain))
  await readCode(kit)
})

test('a relay that was killed and is back is taken up again, and nothing is lost or asked twice', {
  tag: '@storageDenied',
}, async ({ kit, browser, stack, chains, ownRelay }) => {
  const phone = await openPhone(browser, stack, chains, { relay: ownRelay.url })
  await kit.visitPage('plain')
  await connect(kit, phone)
  await ownRelay.stop()
  const answer = kit.request('personal_sign', ['0x00', phone.accounts[0]])
  await ownRelay.restart()
  // Clients look at their socket every five seconds.
  await expect(phone.question).toBeVisible({ timeout: 60_000 })
  await phone.approve('Sign this message?')
  expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
  await expect(phone.question).toBeHidden()
  await phone.close()
})

test('a relay that is gone at a reload costs the connection no more than the wait', async ({
  kit,
  page,
  browser,
  stack,
  chains,
  ownRelay,
}) => {
  const phone = await openPhone(browser, stack, chains, { relay: ownRelay.url })
  await kit.visitPage('plain')
  await connect(kit, phone)
  await ownRelay.stop()
  await page.reload()
  await kit.loaded()
  await kit.expectStatus('reconnecting')
  await ownRelay.restart()
  await kit.expectStatus('connected')
  await phone.close()
})

test('a code that nobody took is shown again as long as it lives', { tag: '@storageDenied' }, async ({
  kit,
  ownRelay,
}) => {
  await kit.visitPage('plain')
  const before = await showCode(kit)
  await kit.press('Back')
  await ownRelay.restart()
  await kit.chooseWallet('WalletConnect')
  // What was published waits at the relay.
  expect(await readCode(kit)).toBe(before)
})
