import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { evmSigner } from '../../../test/signers.ts'
import { makeTimedSignInSite, minuteMs, sendSignIn, signerAccount } from '../../../test/siwx.ts'

test('the example code of the README accepts a session token, and rejects a changed and an expired one', async () => {
  const packageFolder = join(import.meta.dirname, '../../..')
  const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')
  const [, lines = ''] = /<!-- back end -->\n```js\n([\s\S]*?)```/.exec(readme) ?? []
  expect(lines.trim().split('\n')).toHaveLength(5)
  const { site, time, at } = await makeTimedSignInSite()
  time.ms = Date.now() - 16 * minuteMs
  const { token: old } = (await sendSignIn(site, evmSigner(), { issuedAt: at() })).json
  time.ms = Date.now()
  const { token } = (await sendSignIn(site, evmSigner(), { issuedAt: at() })).json
  vi.stubGlobal('fetch', (input: string) => site.app(String(input)))
  // Write the README's example into a folder of the package, so that the example's import finds jose.
  const file = join(packageFolder, 'node_modules', `.backEnd-${process.pid}.mjs`)
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await rm(file)
  })
  await writeFile(file, lines)
  const { whoSignedIn } = await import(/* @vite-ignore */ pathToFileURL(file).href)
  expect(await whoSignedIn(token)).toBe(signerAccount(evmSigner()))
  await expect(whoSignedIn(`${token.slice(0, -8)}AAAAAAAA`)).rejects.toThrow()
  await expect(whoSignedIn(old)).rejects.toThrow('exp')
})
