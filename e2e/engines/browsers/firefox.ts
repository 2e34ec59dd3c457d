import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProcessGroup } from '../../stack/processGroup.ts'
import { connectBiDi } from '../biDi.ts'
import type { Engine, Storage } from '../engine.ts'
import { findProgram } from '../program.ts'

const findBrowser = () => findProgram(['firefox-esr', 'firefox'])
/** Values of `network.cookie.cookieBehavior`: 5 partitions the storage of third parties, 1 denies it. */
const cookieBehavior: { [Name in Storage]: number } = { partitioned: 5, denied: 1 }

export const firefox: Engine = {
  missing: () => (findBrowser() ? null : 'firefox'),
  storages: ['partitioned', 'denied'],
  async start(storage) {
    const profile = await mkdtemp(join(tmpdir(), 'appkit-firefox-'))
    const settings = {
      'network.cookie.cookieBehavior': cookieBehavior[storage],
      'intl.accept_languages': 'en-US',
      'datareporting.policy.dataSubmissionEnabled': false,
      'app.update.enabled': false,
      'browser.aboutwelcome.enabled': false,
    }
    const lines = Object.entries(settings).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
    await writeFile(join(profile, 'user.js'), lines.join('\n'))
    const processes = createProcessGroup((name, said) => console.error(`${name} ended by itself.\n${said}`))
    const browser = processes.add('firefox', findBrowser() ?? '', [
      ...['--headless', '--no-remote', '--profile', profile],
      ...['--remote-debugging-port', '0', '--width', '1280', '--height', '800'],
    ])
    const address = await new Promise<string>((found, failed) => {
      let said = ''
      browser.stderr?.on('data', (chunk: Buffer) => {
        said += chunk
        const [, url] = /WebDriver BiDi listening on (\S+)/.exec(said) ?? []
        if (url) found(url)
      })
      browser.once('close', () => failed(new Error(`Firefox did not start: ${said}`)))
    })
    return connectBiDi(`${address}/session`, async () => {
      await processes.stop()
      await rm(profile, { recursive: true, force: true })
    })
  },
}
