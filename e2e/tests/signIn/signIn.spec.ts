import { createPublicKey, verify } from 'node:crypto'
import type { SignInSession } from '@appkit-frame/loader'
import type { Page } from '@playwright/test'
import { hexToString, isHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { connectQuestionTitle, showQrCode } from '../shared/pairing.ts'
import { expect, test } from '../shared/test.ts'

type Said = { value: SignInSession } | { code: number; reason: string }

/** Calls `signIn()` or `open()` from the page's code; the outcome is read later. */
const start = async (page: Page, name: 'signIn' | 'open', options: object = {}) => {
  await page.evaluate(
    ([method, given]) => {
      const answer = window.AppKit[method](given).then(
        (value) => ({ value }),
        ({ code, reason }) => ({ code, reason }),
      )
      Object.assign(window, { answer })
    },
    [name, options] as const,
  )
  return () => page.evaluate(() => (window as unknown as { answer: Promise<never> }).answer)
}

/** Verifies a token with the server's published key, as a site's back end does. */
const readToken = async (page: Page, token: string, modal: string): Promise<unknown> => {
  const { keys } = await page.evaluate(
    async (url): Promise<{ keys: Record<string, string>[] }> => (await fetch(url)).json(),
    `${modal}/.well-known/jwks.json`,
  )
  const [head = '', body = '', signature = ''] = token.split('.')
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  return isSigned && JSON.parse(Buffer.from(body, 'base64url').toString())
}

test('a visitor connects and signs in; the site gets a token that verifies with the published key', async ({
  driver,
  page,
  stack,
  account,
}) => {
  const signer = privateKeyToAccount(account.key)
  const wallet = await installScriptedWallet(page, { accounts: [signer.address], held: ['personal_sign'] })
  await driver.visitShop()

  await test.step('a visitor who declines to sign sees a message and can still sign', async () => {
    await wallet.set({ held: [], errors: { personal_sign: { code: 4001, message: 'No' } } })
    const outcome = await start(page, 'open', { signIn: 'required' })
    await driver.chooseWallet('Scripted Wallet')
    await expect(driver.heading('Sign In')).toBeVisible()
    await driver.press(/^Sign$/)
    await expect(driver.text('You are connected, not signed in')).toBeVisible()

    await wallet.set({ held: ['personal_sign'], errors: {} })
    await driver.press(/^Sign$/)
    await expect(driver.text('Continue in Scripted Wallet')).toBeVisible()
    const findRequests = async () => (await wallet.requests()).filter(({ method }) => method === 'personal_sign')
    // The wallet's first request was rejected, so this is its second.
    await expect.poll(async () => (await findRequests()).length).toBe(2)
    const request = (await findRequests()).at(-1)
    const digits = Object(request?.params)[0]
    if (!isHex(digits)) throw new Error('The wallet got no text to sign.')
    const message = hexToString(digits)
    expect(message).toContain(`${new URL(stack.shop).host} wants you to sign in with your Ethereum account:`)
    await wallet.set({ answers: { personal_sign: await signer.signMessage({ message }) } })
    await wallet.release()
    const said = (await outcome()) as { value: { outcome: 'signedIn'; session: SignInSession } }
    expect(said.value.outcome).toBe('signedIn')
    await driver.expectClosed()

    const claims = await readToken(page, said.value.session.token ?? '', stack.modal)
    expect(claims).toMatchObject({ iss: stack.modal, aud: stack.shop, sub: `eip155:31337:${signer.address}` })
  })

  await test.step('a second call of signIn() returns the session without a request to the wallet', async () => {
    const answer = await start(page, 'signIn')
    expect(((await answer()) as { value: SignInSession }).value.caipAddress).toBe(`eip155:31337:${signer.address}`)
    await expect(driver.dialog).toBeHidden()
  })

  await test.step('a disconnect signs the visitor out', async () => {
    await page.evaluate(() => window.AppKit.disconnect())
    await driver.expectStatus('disconnected')
    const answer = await start(page, 'signIn')
    await expect(driver.heading('Connect Wallet')).toBeVisible()
    await driver.close()
    expect((await answer()) as Said).toMatchObject({ code: 4001 })
  })
})

test('a phone signs in over the relay', async ({ driver, page, phone }) => {
  await driver.visitShop()
  await phone.connect(await showQrCode(driver))
  await phone.approve(connectQuestionTitle)
  await driver.expectStatus('connected')
  await driver.expectClosed()
  const answer = await start(page, 'signIn', { statement: 'Sign in to keep your orders.' })
  await driver.press(/^Sign$/)
  await expect(phone.question).toContainText('Sign in to keep your orders.')
  await phone.approve('Sign this message?')
  expect(((await answer()) as { value: SignInSession }).value.caipAddress).toBe(`eip155:31337:${phone.accounts[0]}`)
  await driver.expectClosed()
})
