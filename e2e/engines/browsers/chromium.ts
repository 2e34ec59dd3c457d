import { findFreePort } from '../../stack/ports.ts'
import { createProcessGroup } from '../../stack/processGroup.ts'
import type { Engine, Storage } from '../engine.ts'
import { findProgram } from '../program.ts'
import { connectWebDriver } from '../webDriver.ts'

const findDriver = () => findProgram(['chromedriver'])
const findBrowser = () => findProgram(['chromium', 'chromium-browser', 'google-chrome'])
/** `e2e/playwright.config.ts` explains these. */
const disabledFeatures: { [Name in Storage]: string } = {
  partitioned: 'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,TrackingProtection3pcd',
  denied: 'LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets,ThirdPartyStoragePartitioning',
}

export const chromium: Engine = {
  missing: () => (!findBrowser() ? 'chromium' : !findDriver() ? 'chromedriver' : null),
  storages: ['partitioned', 'denied'],
  async start(storage) {
    const port = await findFreePort()
    const processes = createProcessGroup((name, said) => console.error(`${name} ended by itself.\n${said}`))
    processes.add('chromedriver', findDriver() ?? '', [`--port=${port}`])
    const args = ['--headless=new', '--no-sandbox', '--no-first-run', '--window-size=1280,800', '--lang=en-US']
    const options = { binary: findBrowser(), args: [...args, `--disable-features=${disabledFeatures[storage]}`] }
    const capabilities = { 'goog:chromeOptions': options }
    return connectWebDriver({
      server: `http://127.0.0.1:${port}`,
      capabilities,
      page: 'tab',
      end: () => processes.stop(),
    })
  },
}
