import type { SiweConfig, SiwxOptions } from '@appkit-frame/loader'
import type { Page } from '@playwright/test'
import { verifyMessage } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { watchAnnouncement } from '../../driver/announcements.ts'
import type { Driver } from '../../driver/driver.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { signMessage } from '../shared/signMessage.ts'
import { expect, test } from '../shared/test.ts'

/** These tests use a site with its own sign-in functions and a back end that is not part of AppKit. */

/** Starts the site's back end, which the page's code calls through `window.backEnd`. */
const startBackEnd = async (page: Page, signer: PrivateKeyAccount) => {
  const nonces = new Set<string>()
  const sessions: { chainId: string; accountAddress: string }[] = []
  const log: string[] = []
  const calls: { [name: string]: (given: never) => unknown } = {
    nonce: () => {
      const nonce = `own${Math.random().toString(36).slice(2)}00000000`
      nonces.add(nonce)
      return nonce
    },
    verify: async ({ message, signature }: { message: string; signature: `0x${string}` }) => {
      const nonce = /\nNonce: (\w+)/.exec(message)?.[1] ?? ''
      return nonces.delete(nonce) && (await verifyMessage({ address: signer.address, message, signature }))
    },
    add: (session: (typeof sessions)[number]) => sessions.push(session),
    list: () => sessions,
    clear: () => {
      sessions.length = 0
    },
  }
  await page.exposeFunction('backEnd', async (name: string, given: never) => {
    log.push(name)
    return await calls[name]?.(given)
  })
  return { log, sessions }
}
declare global {
  interface Window {
    backEnd(name: string, given?: unknown): Promise<never>
  }
}

const configureSiwx = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const siwx: SiwxOptions = {
      getNonce: () => window.backEnd('nonce'),
      createMessage: ({ domain, accountAddress, uri, chainId, nonce, issuedAt }) => ({
        domain,
        toString: () =>
          [
            `${domain} wants you to sign in with your Localnet account:`,
            accountAddress,
            '',
            'The shop says hello.',
            '',
            `URI: ${uri}/account`,
            'Version: 1',
            `Chain ID: ${chainId}`,
            `Nonce: ${nonce}`,
            `Issued At: ${issuedAt}`,
          ].join('\n'),
      }),
      addSession: async ({ data, message, signature }) => {
        if (!(await window.backEnd('verify', { message, signature }))) throw new Error('The shop does not believe it')
        await window.backEnd('add', { chainId: data.chainId, accountAddress: data.accountAddress })
      },
      getSessions: async (chainId, accountAddress) => {
        const known: { chainId: string; accountAddress: string }[] = await window.backEnd('list')
        return known
          .filter((one) => one.chainId === chainId && one.accountAddress === accountAddress)
          .map((data) => ({ data }))
      },
      setSessions: () => window.backEnd('clear'),
      getRequired: () => true,
    }
    window.AppKit.configure({ siwx })
  })

const setUp = async (driver: Driver, page: Page, key: `0x${string}`) => {
  const signer = privateKeyToAccount(key)
  const wallet = await installScriptedWallet(page, { accounts: [signer.address] })
  const backEnd = await startBackEnd(page, signer)
  await driver.visitPage('plain')
  await driver.loaded()
  return { signer, wallet, backEnd }
}
const connect = async (driver: Driver): Promise<void> => {
  await driver.open()
  await driver.chooseWallet('Scripted Wallet')
}

test('the site creates the nonce and the message, verifies the signature and keeps the session', async ({
  driver,
  page,
  account,
}) => {
  const { signer, wallet, backEnd } = await setUp(driver, page, account.key)
  await configureSiwx(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))

  await test.step('after connecting, the visitor signs the site’s text', async () => {
    const outcome = await driver.startOpen()
    await driver.chooseWallet('Scripted Wallet')
    await expect(driver.heading('Sign In')).toBeVisible()
    const message = await signMessage(driver, wallet, signer)
    expect(message).toContain('The shop says hello.')
    expect(await outcome()).toMatchObject({
      outcome: 'signedIn',
      session: { caipAddress: `eip155:31337:${signer.address}`, message, signature: expect.stringMatching(/^0x/) },
    })
    expect(backEnd.log).toEqual(expect.arrayContaining(['list', 'nonce', 'verify', 'add']))
    expect(requests.filter((url) => url.includes('/auth/v1/'))).toEqual([])
  })

  await test.step('the session is in the page’s state and in no storage, since the site stores it', async () => {
    await expect
      .poll(async () => (await driver.state()).sessions?.eip155)
      .toMatchObject({ caipAddress: `eip155:31337:${signer.address}` })
    expect(await page.evaluate(() => localStorage['@appkit/siwx'])).toBeUndefined()
  })

  await test.step('after a reload the site confirms the session, and the visitor need not sign again', async () => {
    await wallet.set({ permitted: true })
    await page.reload()
    await driver.loaded()
    await configureSiwx(page)
    await driver.expectStatus('connected')
    expect(await page.evaluate(() => window.AppKit.signIn())).toMatchObject({
      caipAddress: `eip155:31337:${signer.address}`,
    })
    await expect(driver.dialog).toBeHidden()
  })

  await test.step('a disconnect signs the visitor out at the site', async () => {
    await page.evaluate(() => window.AppKit.disconnect())
    await expect.poll(() => backEnd.sessions).toEqual([])
    await expect.poll(async () => (await driver.state()).sessions?.eip155).toBeUndefined()
  })
})

test('shows the message of an error that the site throws when it saves the session', async ({
  driver,
  page,
  account,
}) => {
  const { signer, wallet } = await setUp(driver, page, account.key)
  await page.evaluate(() =>
    window.AppKit.configure({
      siwx: {
        addSession: () => {
          throw new Error('The shop is closed')
        },
      },
    }),
  )
  await connect(driver)
  await expect(driver.heading('Sign In')).toBeVisible()
  await signMessage(driver, wallet, signer)
  await expect(driver.text('This site says: The shop is closed')).toBeVisible()
  await driver.press('Not now')
  await driver.expectClosed()
  await driver.expectStatus('connected')
})

test('disconnects and shows the wallets again if the site fails to list its sessions', async ({
  driver,
  page,
  account,
}) => {
  await setUp(driver, page, account.key)
  await page.evaluate(() =>
    window.AppKit.configure({
      siwx: {
        addSession: () => {},
        getSessions: () => Promise.reject(new Error('The shop is on fire')),
      },
    }),
  )
  await driver.open()
  const toast = await watchAnnouncement(driver, 'A problem occurred while trying initialize authentication')
  await driver.chooseWallet('Scripted Wallet')
  await toast()
  await expect(driver.heading('Connect Wallet')).toBeVisible()
  await driver.expectStatus('disconnected')
})

test('while a sign-in is required, closing the modal needs a second try, which disconnects the wallet', async ({
  driver,
  page,
  account,
}) => {
  await setUp(driver, page, account.key)
  const askToSign = async () => {
    await page.evaluate(() => {
      // This test ignores the outcome of `open`, which other tests check.
      window.AppKit.open({ signIn: 'required' }).catch(() => {})
    })
    await driver.chooseWallet('Scripted Wallet')
    await expect(driver.heading('Sign In')).toBeVisible()
    await driver.expectStatus('connected')
  }

  const refusal = 'Sign in first. Close a second time to disconnect and leave.'
  /** Presses Esc, and expects the announcement that the sign-in is required, which disappears after half a second. */
  const expectRefused = async () => {
    await expect(driver.frame.getByText(refusal)).toHaveCount(0)
    const refused = await watchAnnouncement(driver, refusal)
    await page.keyboard.press('Escape')
    await refused()
  }
  /** Sets the clock with which the modal measures the time between two presses of Esc. */
  const setClock = (ms: number) =>
    driver.frame.locator('html').evaluate((_, now) => {
      performance.now = () => now
    }, ms)
  const start = 1_000_000

  await test.step('the first Esc shows that the sign-in is required, and so does a second Esc after more than three seconds', async () => {
    await askToSign()
    await setClock(start)
    await expectRefused()
    await setClock(start + 3_001)
    await expectRefused()
    await expect(driver.heading('Sign In')).toBeVisible()
    await driver.expectStatus('connected')
  })

  await test.step('a second Esc within three seconds disconnects the wallet and closes the modal', async () => {
    await setClock(start + 6_001)
    await page.keyboard.press('Escape')
    await driver.expectClosed()
    await driver.expectStatus('disconnected')
  })

  await test.step('Cancel disconnects the wallet and closes the modal at once', async () => {
    await askToSign()
    await driver.press('Cancel')
    await driver.expectClosed()
    await driver.expectStatus('disconnected')
  })
})

const configureSiwe = (page: Page): Promise<void> =>
  page.evaluate(() => {
    let session: { address: string; chainId: number } | null = null
    const siweConfig: SiweConfig = {
      getNonce: () => window.backEnd('nonce'),
      getMessageParams: () => ({ statement: 'The older shop says hello.' }),
      createMessage: ({ address, chainId, nonce, domain, uri, iat, statement }) =>
        [
          `${domain} wants you to sign in with your Ethereum account:`,
          address.split(':').at(-1),
          '',
          statement,
          '',
          `URI: ${uri}`,
          'Version: 1',
          `Chain ID: ${chainId}`,
          `Nonce: ${nonce}`,
          `Issued At: ${iat}`,
        ].join('\n'),
      verifyMessage: async ({ message, signature }) => {
        const isVerified = await window.backEnd('verify', { message, signature })
        if (isVerified) session = { address: message.split('\n')[1] ?? '', chainId: 31337 }
        return isVerified
      },
      getSession: () => session,
      signOut: async () => {
        session = null
        await window.backEnd('clear')
        return true
      },
      onSignIn: ({ address }) => Object.assign(window, { signedIn: address }),
      onSignOut: () => Object.assign(window, { signedIn: null }),
    }
    window.AppKit.configure({ siweConfig })
  })
const signedIn = (page: Page) => page.evaluate(() => (window as unknown as { signedIn?: string | null }).signedIn)

test('on a site with `siweConfig`, signs in after connecting and signs out with the disconnect', async ({
  driver,
  page,
  account,
}) => {
  const { signer, wallet, backEnd } = await setUp(driver, page, account.key)
  await configureSiwe(page)
  await connect(driver)
  await expect(driver.text('Slow Mornings Coffee needs to connect to your wallet')).toBeVisible()
  await expect(driver.text(/Canceling will disconnect you/)).toBeVisible()
  expect(await signMessage(driver, wallet, signer)).toContain('The older shop says hello.')
  await driver.expectClosed()
  await expect.poll(() => signedIn(page)).toBe(signer.address)
  await page.evaluate(() => window.AppKit.disconnect())
  await expect.poll(() => signedIn(page)).toBeNull()
  expect(backEnd.log).toContain('clear')
})

test('refuses a configuration with both `siwx` and `siweConfig`', async ({ driver, page, account }) => {
  await setUp(driver, page, account.key)
  await connect(driver)
  await driver.expectClosed()
  const words = page.waitForEvent('console', (said) => said.text().includes('Cannot set both `siweConfig` and `siwx`'))
  const refusal = await page.evaluate(() => {
    window.AppKit.configure({ siwx: {}, siweConfig: {} as never })
    return window.AppKit.signIn().catch(({ code, reason }) => ({ code, reason }))
  })
  expect(refusal).toEqual({ code: -32602, reason: 'SIWX_CONFIG_CONFLICT' })
  await words
})
