import type { MailBox } from '../stack/mail/mailBox.ts'
import type { StackAddresses } from '../stack/stack.ts'
import type { EngineBrowser, Storage } from './engine.ts'
import { until } from './until.ts'
import { createVisitor, inboxOf, logIn, type Visitor } from './visitor.ts'

/** A busy machine needs this long to make the keys of a wallet. */
export const keyTimeMs = 60_000

type SiteName = 'shop' | 'guest'
/** The browser, the sites and the visitors of a check. */
export type Stage = ReturnType<typeof createStage>
/** Throws if the engine does not behave as the name of the check says. */
export type Check = { name: string; storage: Storage; run(stage: Stage): Promise<void> }

export function createStage(browser: EngineBrowser, stack: StackAddresses, mailBox: MailBox, name: string) {
  /** The sites at which an earlier check has logged in. */
  const connected = new Set<SiteName>()
  const visit = async (site: SiteName): Promise<Visitor> => {
    const tab = await browser.openTab(`${stack[site]}/?wallet=none`)
    const visitor = createVisitor(browser, stack, tab)
    await visitor.loaded()
    return visitor
  }
  /** Logs in at a site with an e-mail address that belongs to this browser and site alone. */
  const logInAt = async (site: SiteName, visitor: Visitor): Promise<void> => {
    connected.add(site)
    await logIn(browser, visitor, inboxOf(mailBox, `${name}.${site}@orchard.example`))
  }
  return {
    browser,
    stack,
    /** Opens a site in a new tab. The shop is trusted by its operator, the guest is not. */
    visit,
    logInAt,
    /** Opens a site with a connected wallet: the one of an earlier check if the browser has kept it. */
    async visitConnected(site: SiteName): Promise<Visitor> {
      const visitor = await visit(site)
      if (!connected.has(site)) {
        await logInAt(site, visitor)
        await visitor.waitFor(visitor.frame, 'h1', 'Your Wallet', keyTimeMs)
        await visitor.press(visitor.secure, 'button', 'Continue')
      }
      await until('the wallet is connected', async () => (await visitor.status()) === 'connected')
      await until('the modal is closed', async () => !(await visitor.isOpen()))
      return visitor
    },
    /** Returns the text that each tab shows, for the report of a failed check. */
    async describe(): Promise<string> {
      const texts: string[] = []
      for (const tab of await browser.tabs()) {
        const { frame, secure } = createVisitor(browser, stack, tab)
        for (const path of [[], frame, secure]) {
          const text = await browser
            .run(tab, path, () => `${location.pathname}: ${document.body.textContent}`)
            .catch(() => '')
          if (text) texts.push(text.replaceAll(/\s+/g, ' ').slice(0, 400))
        }
      }
      return texts.join('\n')
    },
  }
}
