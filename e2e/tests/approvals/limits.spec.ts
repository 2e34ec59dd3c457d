import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { createCustodyDriver } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'

const friend = '0x1111111111111111111111111111111111111111'
const stranger = '0x2222222222222222222222222222222222222222'

test('within a limit that the visitor set in the wallet window, one press pays a known receiver, and nothing else', async ({
  driver,
  page,
  stack,
  chains,
  mail,
  embedded,
}) => {
  const { secure } = embedded
  const custody = createCustodyDriver(page, driver, stack)
  const card = secure.locator('.approve__button')
  const start = secure.getByRole('button', { name: 'Open wallet window' })
  await driver.visitShop()
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(address)

  const pay = (amount: string, to: Hex = friend) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, parseEther(amount)] })
    return driver.request('eth_sendTransaction', [{ from: address, to: stack.token, data }])
  }
  const expectPaid = async (answer: ReturnType<typeof pay>, total: string): Promise<void> => {
    const { value } = (await answer) as { value: Hex }
    expect((await chains.first.client.waitForTransactionReceipt({ hash: value })).status).toBe('success')
    expect(await chains.first.tokensOf(friend)).toBe(parseEther(total))
  }
  /** Expects that a payment needs the wallet window, and leaves it unpaid. */
  const expectWindow = async (amount: string, to: Hex = friend): Promise<void> => {
    const answer = pay(amount, to)
    await expect(start).toBeVisible()
    await embedded.reject()
    expect(await answer).toMatchObject({ code: 4001 })
    await driver.expectClosed()
  }

  await test.step('the first payment needs the wallet window, and makes its receiver known', async () => {
    const isKnown = page.waitForResponse((response) => response.ok() && response.url().endsWith('/receivers/paid'))
    const answer = pay('3')
    await expect(start).toBeVisible()
    await embedded.approve()
    await expectPaid(answer, '3')
    expect(await (await isKnown).json()).toEqual({ isKnown: true })
    await embedded.press('Done')
    await driver.expectClosed()
  })
  await test.step('a known receiver alone is not enough', () => expectWindow('1'))

  const window = await test.step('the visitor sets a limit in the wallet window', () => custody.setLimit(mail, '50'))

  await test.step('one press in the frame pays the known receiver', async () => {
    const answer = pay('12')
    await expect(card).toBeVisible()
    await expect(secure.getByText('12 DUSD of 50 DUSD today')).toBeAttached()
    await embedded.approve()
    await expectPaid(answer, '15')
    await embedded.press('Done')
    await driver.expectClosed()
  })
  await test.step('an unknown receiver needs the wallet window', () => expectWindow('1', stranger))
  await test.step('a reload forgets nothing of what was spent', async () => {
    await page.reload()
    await driver.loaded()
    await driver.expectStatus('connected')
    await expectWindow('38.000000000000000001')
    const answer = pay('30')
    await expect(card).toBeVisible()
    await embedded.approve()
    await expectPaid(answer, '45')
    await embedded.press('Done')
    await driver.expectClosed()
  })
  await test.step('the wallet window shows what was spent, and takes the limit back', async () => {
    const site = window.getByRole('button', { name: new URL(stack.shop).host })
    await site.click()
    await window.getByRole('button', { name: 'Back' }).click()
    await site.click()
    await expect(window.getByText('42 DUSD', { exact: true })).toBeVisible()
    await window.getByRole('button', { name: 'Never without asking' }).click()
    await expect(window.getByText('Asks for every payment')).toBeVisible()
    await expectWindow('1')
  })
})
