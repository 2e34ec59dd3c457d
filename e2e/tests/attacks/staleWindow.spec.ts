import { createRequire } from 'node:module'
import { type Abi, type Address, encodeDeployData, encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { clickToClose } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'
import { saveScreenshot } from '../shared/sizes.ts'

type Artefact = { abi: Abi; bytecode: Hex }
const load = createRequire(import.meta.url)
const { contracts }: { contracts: { [name: string]: Artefact } } = load('../../stack/solidity/artefacts.json')
const { abi, bytecode } = contracts.SwitchedTrap as Artefact
const encode = (functionName: string, args: unknown[] = []): Hex => encodeFunctionData({ abi, functionName, args })

test('an open wallet window shows the effects that a contract has now, not those it had when the window opened', async ({
  driver,
  stack,
  chains,
  mail,
  embedded,
}) => {
  const { client, fund } = chains.first
  const ask = <Result>(method: string, params: unknown[]) =>
    client.request({ method, params } as never) as Promise<Result>
  const send = async (transaction: object) => {
    const hash = await ask<Hex>('eth_sendTransaction', [{ gas: '0x2dc6c0', ...transaction }])
    return client.waitForTransactionReceipt({ hash })
  }
  await driver.visitPage('plain', '', 'guest')
  await embedded.logIn(mail)
  const { caipAddress = '' } = (await driver.state()).accounts.eip155 ?? {}
  const from = caipAddress.split(':')[2] as Address
  await fund(from)
  const [attacker] = await ask<Address[]>('eth_accounts', [])
  const trap = await send({
    from: attacker,
    value: '0x3e8',
    data: encodeDeployData({ abi, bytecode, args: [stack.token] }),
  })
  const to = trap.contractAddress as Address
  // The visitor trusted the contract with tokens long ago.
  await ask('anvil_impersonateAccount', [from])
  await send({
    ...{ from, to: stack.token },
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [to, 100n] }),
  })
  await ask('anvil_stopImpersonatingAccount', [from])

  const asked = driver.request('eth_sendTransaction', [{ from, to, data: encode('claim') }])
  const popup = await embedded.openApprovalWindow()
  const button = popup.locator('.approve__button')
  await expect(button).toHaveAttribute('aria-disabled', 'false')
  await expect(popup.locator('.change')).toHaveCount(1)
  await expect(popup.locator('.change--in')).toContainText('ETH')

  await test.step('the estimate stays young while the effects stay', async () => {
    // Records every age, since a slow test may not look while the estimate is old.
    const ages = await popup.locator('.approve__estimate').evaluateHandle((estimate) => {
      const shown: number[] = []
      new MutationObserver(() => shown.push(Number(/\d+/.exec(estimate.textContent ?? '')?.[0]))).observe(estimate, {
        ...{ subtree: true, childList: true, characterData: true },
      })
      return shown
    })
    const isRenewed = () =>
      ages.evaluate((shown) => {
        const old = shown.findIndex((age) => age > 5)
        return old >= 0 && shown.slice(old).some((age) => age < 4)
      })
    await expect.poll(isRenewed, { timeout: 60_000 }).toBe(true)
    await expect(button).toHaveAttribute('aria-disabled', 'false')
  })

  await test.step('worse effects replace the card in the same window, and its button starts from the beginning', async () => {
    await send({ from: attacker, to, data: encode('turn', [true]) })
    // The wallet asks the node again every eight seconds.
    await expect(popup.getByText('This changed. Look again')).toBeVisible({ timeout: 60_000 })
    await expect(popup.locator('.change--out')).toContainText('DUSD')
    await saveScreenshot(popup, 'window-changed')
    await expect(embedded.secure.getByText('Waiting for your answer')).toBeVisible()
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    await clickToClose(popup.getByRole('button', { name: 'Cancel' }))
    expect(await asked).toMatchObject({ code: 4001 })
    await driver.expectClosed()
  })
})
