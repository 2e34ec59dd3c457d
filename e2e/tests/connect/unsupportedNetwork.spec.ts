import { expect, test } from '../shared/test.ts'

test('a page with the banner still pays nothing on such a network after a reload that creates no frame', async ({
  driver,
  page,
  scripted,
}) => {
  const query = '?data-unsupported-chain=banner&data-warm=none'
  await driver.visitPage('plain', query)
  await driver.loaded()
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  await driver.visitPage('plain', query)
  await driver.expectStatus('connected')
  await scripted.set({ answers: { eth_sendTransaction: '0xabc' } })
  const pay = () => driver.request('eth_sendTransaction', [{}])
  expect(await pay()).toEqual({ value: '0xabc' })
  await scripted.set({ chainId: '0x5' })
  await scripted.emit('chainChanged', '0x5')
  await expect.poll(pay).toMatchObject({ code: 4902, reason: 'CHAIN_NOT_SUPPORTED' })
  await expect(page.locator('dialog[data-appkit] iframe')).toHaveCount(0)
})

test('a page with the banner pays nothing on a network that the project lacks, and pays again on the others', async ({
  driver,
  scripted,
}) => {
  await driver.visitPage('plain', '?data-unsupported-chain=banner')
  await driver.loaded()
  await scripted.set({ answers: { eth_sendTransaction: '0xabc', personal_sign: '0xsigned' } })
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
  await driver.expectClosed()
  const pay = () => driver.request('eth_sendTransaction', [{}])
  expect(await pay()).toEqual({ value: '0xabc' })

  await scripted.set({ chainId: '0x5' })
  await scripted.emit('chainChanged', '0x5')
  await expect.poll(pay).toMatchObject({ code: 4902, reason: 'CHAIN_NOT_SUPPORTED' })
  expect(await driver.request('personal_sign', ['0x00'])).toEqual({ value: '0xsigned' })

  await scripted.set({ chainId: '0x7a69' })
  await scripted.emit('chainChanged', '0x7a69')
  await expect.poll(pay).toEqual({ value: '0xabc' })
})
