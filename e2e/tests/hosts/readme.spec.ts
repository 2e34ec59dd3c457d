import { readFile } from 'node:fs/promises'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { readReadme } from '../shared/readme.ts'
import { signMessage } from '../shared/signMessage.ts'
import { expect, test } from '../shared/test.ts'

test('the README’s tag and button open the modal', async ({ driver, page, stack }) => {
  const [html = ''] = readReadme('Add it to a page', 'html', stack)
  await page.route(/\/page\/plain/, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await driver.visitPage('plain')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await driver.expectOpen()
})

test('the README’s two lines keep a call that comes before AppKit', async ({ driver, page, stack }) => {
  const html = readReadme('Add it to a page', 'html', stack).find((code) => code.includes('appkit:ready'))
  const body = `${html}<script>connect()</script>`.replace(
    /(<script src.*<\/script>)\s*(<script>.*<\/script>)/s,
    '$2$1',
  )
  await page.route(/\/page\/plain/, (route) => route.fulfill({ contentType: 'text/html', body }))
  await driver.visitPage('plain')
  await driver.expectOpen()
})

test('the README’s plain script connects, pays, switches the network and disconnects', async ({
  driver,
  page,
  stack,
  scripted,
  account,
}) => {
  const [code] = readReadme('Plain script', 'js', stack)
  await driver.visitPage('plain')
  await driver.loaded()
  await scripted.set({ answers: { eth_sendTransaction: '0xabc' } })
  const run = page.evaluate(
    `(async (from, to) => { ${code}; return { result, hash } })('${account.address}', '${account.address}')`,
  )
  await driver.expectOpen()
  await driver.chooseWallet('Scripted Wallet')
  expect(await run).toMatchObject({ result: { outcome: 'connected', namespace: 'eip155' }, hash: '0xabc' })
  await driver.expectStatus('disconnected')
})

test('the README’s pinned tag names this version, and opens the modal', async ({ driver, page, stack }) => {
  const { version } = JSON.parse(await readFile(new URL('../../../loader/package.json', import.meta.url), 'utf8'))
  await driver.visitPage('pinned')
  const [src, integrity] = await page
    .locator('script[integrity]')
    .evaluate(({ src, integrity }: HTMLScriptElement) => [src, integrity])
  const html = readReadme('Add it to a page', 'html', stack).find((code) => code.includes('integrity')) ?? ''
  // The hash depends on the origins of the server, and this server pins the version of a development.
  const body = html.replace(`${stack.modal}/v/${version}/loader.js`, `${src}`).replace('sha384-…', `${integrity}`)
  await page.route(/\/page\/plain/, (route) => route.fulfill({ contentType: 'text/html', body }))
  await driver.visitPage('plain')
  expect(await page.locator('script').getAttribute('src')).toBe(src)
  await driver.loaded()
  await driver.open(() => page.evaluate(() => void window.AppKit.open()))
})

test('the README’s import of loader.mjs opens the modal', async ({ driver, page, stack }) => {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, written = ''] = readme.match(/`(import \{ appKit \} from [^`]+)`/) ?? []
  const code = written.replace('https://modal.example.com', stack.modal)
  const body = `<script type="module">${code}; (await appKit()).open()</script>`
  await page.route(/\/page\/plain/, (route) => route.fulfill({ contentType: 'text/html', body }))
  await driver.visitPage('plain')
  await driver.expectOpen()
})

test('the README’s sign-in returns a token of the server', async ({ driver, page, stack, connected, account }) => {
  const [code] = readReadme('Signing in', 'js', stack)
  const run = page.evaluate(`(async () => { ${code}; return { token, caipAddress, expiresAt } })()`)
  expect(await signMessage(driver, connected, privateKeyToAccount(account.key))).toContain('See your orders')
  const caipAddress = `eip155:31337:${account.address}`
  expect(await run).toEqual({ token: expect.stringMatching(/^ey/), caipAddress, expiresAt: expect.any(Number) })
})

/** A site that keeps its sessions in the page, with the names that the README’s functions use. */
const siteOfReadme = `
  const kept = []
  const api = {
    nonce: async () => 'readme0000000000',
    verifyAndKeep: async (session) => void kept.push(session),
    sessions: async (chainId, accountAddress) =>
      kept.filter(({ data }) => data.chainId === chainId && data.accountAddress === accountAddress),
    replace: async (sessions) => void kept.splice(0, kept.length, ...sessions),
  }
  const writeMessage = ({ domain, accountAddress, uri, chainId, nonce, issuedAt }) =>
    [domain + ' wants you to sign in with your Localnet account:', accountAddress, '', 'Hello.', '', 'URI: ' + uri,
      'Version: 1', 'Chain ID: ' + chainId, 'Nonce: ' + nonce, 'Issued At: ' + issuedAt].join('\\n')
  window.kept = kept
`

test('the README’s own sign-in functions keep the session until the visitor disconnects', async ({
  driver,
  page,
  stack,
  scripted,
  account,
}) => {
  const signer: PrivateKeyAccount = privateKeyToAccount(account.key)
  const code = readReadme('Signing in', 'js', stack).find((text) => text.includes('siwx'))
  const kept = () => page.evaluate(() => (window as unknown as { kept: unknown[] }).kept)
  await driver.visitPage('plain')
  await driver.loaded()
  await page.evaluate(`{ ${siteOfReadme}; ${code} }`)
  const outcome = await driver.startOpen()
  await driver.chooseWallet('Scripted Wallet')
  expect(await signMessage(driver, scripted, signer)).toContain('Nonce: readme0000000000')
  expect(await outcome()).toMatchObject({ outcome: 'signedIn', session: { signature: expect.stringMatching(/^0x/) } })
  expect(await kept()).toMatchObject([{ data: { accountAddress: account.address } }])
  await page.evaluate(() => window.AppKit.disconnect())
  await expect.poll(kept).toEqual([])
})
