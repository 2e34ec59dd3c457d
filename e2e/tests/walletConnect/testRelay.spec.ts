import { expect, test } from '../shared/test.ts'

test('the modal can reach its relay and no other host', async ({ driver, stack, page }) => {
  await driver.visitPage('plain')
  await driver.open()
  const reach = (url: string) =>
    driver.frame.locator('html').evaluate(
      (_, address) =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', () => resolve('policy'))
          // Without a token the relay closes the socket and gives its reason.
          new WebSocket(address).onclose = ({ code }) => resolve(String(code))
        }),
      `${url}/?useOnCloseEvent=true`,
    )
  expect(await reach(stack.relay)).toBe('3000')
  expect(await reach(stack.relay.replace('127.0.0.1', 'localhost'))).toBe('policy')
  await page.close()
})

test('a test’s own relay replaces the stack’s relay', async ({ driver, ownRelay }) => {
  await driver.visitPage('plain')
  await driver.open()
  const block = await driver.frame.locator('#bootstrap').textContent()
  const { walletConnect } = JSON.parse(block ?? '')
  expect(walletConnect).toMatchObject({ projectId: 'demo', relayUrl: ownRelay.url })
  await driver.frame.locator('html').evaluate(
    (_, address) =>
      new Promise((resolve) => {
        new WebSocket(address).onclose = resolve
      }),
    `${ownRelay.url}/?useOnCloseEvent=true`,
  )
  expect(ownRelay.sockets().opened).toBe(1)
})
