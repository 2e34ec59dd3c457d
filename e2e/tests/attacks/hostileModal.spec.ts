import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { mergeTests } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expect, test as withMail } from '../shared/mailTest.ts'
import { frameAt, heardBy, holding, test as withAttacker } from './attacker.ts'
import { type Answered, type Call, createHostile, hostileModal, lastPoke, lineCalls } from './hostileCalls.ts'
import { requestCalls, rightCalls } from './hostileRequests.ts'

const test = mergeTests(withMail, withAttacker)
const signature = /0x[0-9a-f]{130}\b|"signature":"[1-9A-HJ-NP-Za-km-z]{80,90}"/
const nobody = `0x${'22'.repeat(20)}`

test('a modal that was taken over asks for everything, gets no signature, and sees nothing that is typed', async ({
  page,
  stack,
  mail,
  plant,
  embedded,
}) => {
  const { secure } = embedded
  const address = `${stack.modal}/f/attack`
  const size = 'style="border: 0; position: fixed; inset: 0; width: 100%; height: 100%"'
  await plant({ [`${stack.shop}/attack`]: holding(address, size), [address]: hostileModal(stack.wallet) })
  await page.goto(`${stack.shop}/attack`)
  const modal = await frameAt(page, address)
  await expect.poll(() => heardBy(page)).toContainEqual(expect.objectContaining({ origin: stack.wallet }))
  const hostile = createHostile(modal)
  await expect
    .poll(() => modal.evaluate(() => JSON.stringify((window as { heard?: unknown }).heard)))
    .toContain('hello')
  await hostile.connect()

  /** All of it is answered in words of the catalogue, and nothing of what needs the visitor is answered well. */
  async function storm(calls: Call[]): Promise<void> {
    const before = (await hostile.said()).length
    const answers = await hostile.storm(calls)
    expect(answers).toHaveLength(calls.length)
    expect(answers.filter(isGiven)).toEqual([])
    expect(answers.filter(({ reply }) => /INTERNAL_ERROR/.test(JSON.stringify(reply)))).toEqual([])
    expect((await hostile.said()).slice(before).filter((text) => signature.test(text))).toEqual([])
  }

  await test.step('before anybody is logged in', () =>
    storm([...lineCalls, ...requestCalls(nobody), ...rightCalls(nobody)]))

  const code = await test.step('while the visitor logs in', async () => {
    expect(await hostile.call('connectEmail', mail.address)).toMatchObject({ value: { action: 'VERIFY_DEVICE' } })
    const figure = secure.locator('.figure')
    await expect(figure).toHaveText(/^\d\d$/)
    const number = (await figure.textContent()) ?? ''
    const tab = await embedded.openDeviceLink(mail)
    await tab.getByRole('button', { name: number, exact: true }).click()
    await expect(tab.getByText(/approved|You can close/i).first()).toBeVisible()
    await tab.close()
    await expect(embedded.digit(1)).toBeVisible()
    await storm([...lineCalls, ...rightCalls(nobody)])
    const typed = await embedded.code(mail)
    await embedded.typeCode(typed)
    return typed
  })

  const account = await test.step('with a wallet that is open', async () => {
    await embedded.press('Continue')
    const user = await hostile.call('isConnected')
    const found = /eip155:31337:(0x[0-9a-fA-F]{40})/.exec(JSON.stringify(user))?.[1] as Hex
    await storm([...lineCalls, ...requestCalls(found), ...rightCalls(found)])
    return found
  })

  await test.step('only a click in the wallet’s own frame signs', async () => {
    const before = (await hostile.said()).length
    await hostile.start('rpcRequest', rightCalls(account)[0]?.args[0])
    const button = secure.locator('.approve__button')
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    const wallet = await frameAt(page, stack.wallet)
    await wallet.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      addEventListener('message', ({ data }) => heard.push(data?.t))
    })
    await hostile.poke()
    // The last of it has come over both ways, and a card that was answered would show it at once.
    await expect
      .poll(() => wallet.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
      .toContain(lastPoke)
    await hostile.call('look', { theme: 'dark', locale: 'de', width: 300 })
    await expect(button.locator('.spinner')).toHaveCount(0)
    await expect(button).toBeVisible()
    expect((await hostile.said()).slice(before).filter((text) => signature.test(text))).toEqual([])

    await expect(async () => {
      await expect(button).toHaveAttribute('aria-disabled', 'false')
      const box = await button.boundingBox()
      if (!box) throw new Error('The button is nowhere.')
      for (const step of [40, 25, 12, 4, 0])
        await page.mouse.move(box.x + box.width / 2 - step, box.y + box.height / 2 - step)
      await page.mouse.down()
      await page.mouse.up()
      // Shown at once; a person who is not heard presses again.
      expect(await button.locator('.spinner').count()).toBe((await button.count()) > 0 ? 1 : 0)
    }).toPass()
    const signed = async () => (await hostile.said()).slice(before).find((text) => signature.test(text))
    await expect.poll(signed).toBeDefined()
    const given = JSON.parse((await signed()) ?? '').value as Hex
    expect(await verifyMessage({ address: account, message: 'hello', signature: given })).toBe(true)
  })

  await test.step('of what was typed it knows nothing', async () => {
    expect(await hostile.felt()).toEqual([])
    const all = JSON.stringify([await hostile.said(), await heardBy(page)])
    expect(all).not.toContain(code)
    expect(all).not.toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  })

  await test.step('after it has signed the visitor out nobody signs', async () => {
    for (const method of ['openSettings', 'leave', 'signOut']) await hostile.call(method)
    await storm(rightCalls(account))
  })
})

const isGiven = ({ method, args, reply }: Answered): boolean => {
  const name = Object(args[0]).method as keyof typeof rpcMethods
  return method === 'rpcRequest' && reply.type === 'RAW' && rpcMethods[name]?.consent === 'approve'
}
