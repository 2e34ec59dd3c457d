import { rpcMethods } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { mergeTests } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { expect, test as withMail } from '../shared/mailTest.ts'
import { embedHtml, frameAt, receivedMessages, test as withAttacker } from './attacker.ts'
import {
  type AnsweredChannelCall,
  type ChannelCall,
  channelCalls,
  driveHostileModal,
  hostileModal,
  lastPoke,
} from './hostileCalls.ts'
import { hostileRequestCalls, validRequestCalls } from './hostileRequests.ts'

const test = mergeTests(withMail, withAttacker)
const signature = /0x[0-9a-f]{130}\b|"signature":"[1-9A-HJ-NP-Za-km-z]{80,90}"/
const unknownAddress = `0x${'22'.repeat(20)}`

test('a hostile modal gets no signature from any call, and sees nothing that the visitor types', async ({
  page,
  stack,
  mail,
  plant,
  embedded,
}) => {
  const { secure } = embedded
  const address = `${stack.modal}/f/attack`
  const size = 'style="border: 0; position: fixed; inset: 0; width: 100%; height: 100%"'
  await plant({ [`${stack.shop}/attack`]: embedHtml(address, size), [address]: hostileModal(stack.wallet) })
  await page.goto(`${stack.shop}/attack`)
  const modal = await frameAt(page, address)
  await expect.poll(() => receivedMessages(page)).toContainEqual(expect.objectContaining({ origin: stack.wallet }))
  const hostile = driveHostileModal(modal)
  await expect
    .poll(() => modal.evaluate(() => JSON.stringify((window as { received?: unknown }).received)))
    .toContain('hello')
  await hostile.connect()

  /** Every call gets a result or a code of the error list, and no call that needs the visitor's approval succeeds. */
  async function callAll(calls: ChannelCall[]): Promise<void> {
    const before = (await hostile.channelMessages()).length
    const answers = await hostile.callAll(calls)
    expect(answers).toHaveLength(calls.length)
    expect(answers.filter(isGiven)).toEqual([])
    expect(answers.filter(({ reply }) => /INTERNAL_ERROR/.test(JSON.stringify(reply)))).toEqual([])
    expect((await hostile.channelMessages()).slice(before).filter((text) => signature.test(text))).toEqual([])
  }

  await test.step('before a login, no call of the hostile modal gets a signature', () =>
    callAll([...channelCalls, ...hostileRequestCalls(unknownAddress), ...validRequestCalls(unknownAddress)]))

  const code = await test.step('while the visitor logs in, no call of the hostile modal gets a signature', async () => {
    expect(await hostile.call('connectEmail', mail.address)).toMatchObject({ value: { action: 'VERIFY_OTP' } })
    await expect(embedded.digit(1)).toBeVisible()
    await callAll([...channelCalls, ...validRequestCalls(unknownAddress)])
    const typed = await embedded.code(mail)
    await embedded.typeCode(typed)
    return typed
  })

  const account =
    await test.step('while the wallet is open, no call of the hostile modal gets a signature', async () => {
      await embedded.press('Continue')
      const user = await hostile.call('isConnected')
      const found = /eip155:31337:(0x[0-9a-fA-F]{40})/.exec(JSON.stringify(user))?.[1] as Hex
      await callAll([...channelCalls, ...hostileRequestCalls(found), ...validRequestCalls(found)])
      return found
    })

  await test.step('only a click in the secure frame signs', async () => {
    const before = (await hostile.channelMessages()).length
    await hostile.start('rpcRequest', validRequestCalls(account)[0]?.args[0])
    const button = secure.locator('.approve__button')
    await expect(button).toHaveAttribute('aria-disabled', 'false')
    const wallet = await frameAt(page, stack.wallet)
    await wallet.evaluate(() => {
      const received: unknown[] = []
      Object.assign(window, { received })
      addEventListener('message', ({ data }) => received.push(data?.t))
    })
    await hostile.poke()
    // Once the secure frame has received the last message of `poke` and has answered a later call, an approved card would
    // already show its spinner.
    await expect
      .poll(() => wallet.evaluate(() => (window as unknown as { received: unknown[] }).received))
      .toContain(lastPoke)
    await hostile.call('look', { theme: 'dark', locale: 'de', width: 300 })
    await expect(button.locator('.spinner')).toHaveCount(0)
    await expect(button).toBeVisible()
    expect((await hostile.channelMessages()).slice(before).filter((text) => signature.test(text))).toEqual([])

    const signed = async () => (await hostile.channelMessages()).slice(before).find((text) => signature.test(text))
    // Chromium may drop a click on a frame that has just moved, so click again until there is a signature.
    await expect(async () => {
      const box = (await signed()) ? null : await button.boundingBox({ timeout: 1_000 }).catch(() => null)
      if (box) {
        for (const step of [40, 25, 12, 4, 0])
          await page.mouse.move(box.x + box.width / 2 - step, box.y + box.height / 2 - step)
        await page.mouse.down()
        await page.mouse.up()
      }
      await expect.poll(signed, { timeout: 3_000 }).toBeDefined()
    }).toPass()
    const given = JSON.parse((await signed()) ?? '').value as Hex
    expect(await verifyMessage({ address: account, message: 'hello', signature: given })).toBe(true)
  })

  await test.step('the hostile modal has not seen the code that the visitor typed', async () => {
    expect(await hostile.inputEvents()).toEqual([])
    const all = JSON.stringify([await hostile.channelMessages(), await receivedMessages(page)])
    expect(all).not.toContain(code)
    expect(all).not.toContain(`${code.slice(0, 3)} ${code.slice(3)}`)
  })

  await test.step('no request is signed after the modal signs the visitor out', async () => {
    for (const method of ['openSettings', 'leave', 'disconnect']) await hostile.call(method)
    await callAll(validRequestCalls(account))
  })
})

const isGiven = ({ method, args, reply }: AnsweredChannelCall): boolean => {
  const name = Object(args[0]).method as keyof typeof rpcMethods
  return method === 'rpcRequest' && reply.type === 'RAW' && rpcMethods[name]?.consent === 'approve'
}
