import { readFile } from 'node:fs/promises'
import type { StackAddresses } from '../../stack/stack.ts'
import { expect, test } from '../shared/test.ts'

/** Returns the code blocks of a section of the README, with the addresses and the network of the test. */
async function readSnippets(section: string, language: string, stack: StackAddresses): Promise<string[]> {
  const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8')
  const text = readme.split(/^#+ /m).find((part) => part.startsWith(`${section}\n`)) ?? ''
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))]
  return blocks.map(([, code = '']) =>
    code.replaceAll('https://modal.example.com', stack.modal).replaceAll('eip155:8453', 'eip155:31338'),
  )
}

test('the README’s tag and button open the modal', async ({ driver, page, stack }) => {
  const [html = ''] = await readSnippets('Add it to a page', 'html', stack)
  await page.route(/\/page\/plain/, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await driver.visitPage('plain')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await driver.expectOpen()
})

test('the README’s two lines keep a call that comes before AppKit', async ({ driver, page, stack }) => {
  const html = (await readSnippets('Add it to a page', 'html', stack)).find((code) => code.includes('appkit:ready'))
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
  const [code] = await readSnippets('Plain script', 'js', stack)
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
