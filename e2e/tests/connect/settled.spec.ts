import { expect, test } from '../shared/test.ts'

const second = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

test('the state of the page is settled when a call resolves and when an event fires', async ({
  driver,
  page,
  scripted,
  account: { address: first },
}) => {
  await driver.visitPage('plain')
  await driver.loaded()
  const opened = page.evaluate(async () => {
    const { outcome } = await window.AppKit.open()
    return { outcome, account: window.AppKit.getAccount(), inState: window.AppKit.getState().accounts.eip155 }
  })
  await driver.expectOpen()
  await driver.chooseWallet('Scripted Wallet')
  const connected = expect.objectContaining({ status: 'connected', caipAddress: `eip155:31337:${first}` })
  expect(await opened).toEqual({ outcome: 'connected', account: connected, inState: connected })

  const networks = ['eip155:31338', 'eip155:31337']
  const settled = await page.evaluate(async (ids) => {
    const seen: unknown[] = []
    for (let round = 0; round < 10; round++)
      for (const id of ids) {
        await window.AppKit.switchNetwork(id)
        seen.push(window.AppKit.getAccount().caipNetworkId)
      }
    return seen
  }, networks)
  expect(settled).toEqual(Array.from({ length: 10 }, () => networks).flat())

  const changed = page.evaluate(
    () =>
      new Promise((resolve) => {
        window.AppKit.getProvider().on('accountsChanged', () => resolve(window.AppKit.getAccount().caipAddress))
      }),
  )
  await scripted.set({ accounts: [second] })
  await scripted.emit('accountsChanged', [second])
  expect(await changed).toBe(`eip155:31337:${second}`)

  const left = await page.evaluate(async () => {
    await window.AppKit.disconnect()
    return [window.AppKit.getAccount().status, window.AppKit.getState().accounts.eip155?.status]
  })
  expect(left).toEqual(['disconnected', 'disconnected'])
})
