import { expect, test } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import { press } from '../../driver/press.ts'
import type { installScriptedWallet } from '../../wallets/scripted.ts'

export type ScriptedWallet = Awaited<ReturnType<typeof installScriptedWallet>>
/** Brings the visitor from the closed modal to one view. */
export type ViewRoute = (driver: Driver, scripted: ScriptedWallet) => Promise<void>
type Views = Record<'disconnected' | 'connected', Record<string, ViewRoute>>

const userRejected = { code: 4001, message: 'User rejected the request.' }

const choose: ViewRoute = (driver) => driver.chooseWallet('Scripted Wallet')

/**
 * Rejects the requests that the wallet holds back. From then on the wallet answers all requests again, on the project's
 * first network.
 */
async function resetScriptedWallet(scripted: ScriptedWallet): Promise<void> {
  const asked = ['eth_requestAccounts', 'wallet_switchEthereumChain', 'personal_sign']
  await scripted.set({ held: [], errors: Object.fromEntries(asked.map((method) => [method, userRejected])) })
  await scripted.release()
  await scripted.set({ errors: {}, chainId: '0x7a69' })
  await scripted.emit('chainChanged', '0x7a69')
}

/** Opens each view in a new visit and checks it. The last view stays open. */
export async function visitViews(
  driver: Driver,
  scripted: ScriptedWallet,
  routes: Record<string, ViewRoute>,
  check: (name: string) => Promise<void>,
): Promise<void> {
  for (const [name, open] of Object.entries(routes))
    await test.step(name, async () => {
      await resetScriptedWallet(scripted)
      // Closes the previous view. A required sign-in, which can't be closed, comes last.
      await driver.page.evaluate(() => window.AppKit.close())
      await driver.expectClosed()
      await open(driver, scripted)
      await check(name)
    })
}

async function askToSignIn(driver: Driver): Promise<void> {
  await driver.page.evaluate(() => {
    // The test needs only the Sign In view, and the outcome of the call doesn't matter.
    window.AppKit.signIn().catch(() => {})
  })
  await expect(driver.heading('Sign In')).toBeVisible()
}

async function openProfile(driver: Driver): Promise<void> {
  await driver.openView('ProfileWallets')
  await expect(driver.frame.getByRole('button', { name: 'Disconnect Scripted Wallet' })).toBeVisible()
}

/**
 * Ways to the views that a test opens one after another in one page, before and after connecting. The list of all
 * wallets keeps its search text and its scroll position, and the sign-in with `siweConfig` stays configured, so these
 * routes come last.
 */
export const viewRoutes = {
  disconnected: {
    connect: (driver) => driver.open(),
    'what is a wallet': async (driver) => {
      await driver.open()
      await driver.press(/what is a wallet/i)
      await expect(driver.heading(/what is a wallet/i)).toBeVisible()
      // The heading shows before the code of the view has loaded, so wait for a text of the view.
      await expect(driver.frame.getByRole('button', { name: 'Choose a wallet' })).toBeVisible()
    },
    'get a wallet': async (driver) => {
      await driver.open()
      await driver.press(/what is a wallet/i)
      await driver.press('Get a wallet')
      await expect(driver.heading('Get a wallet')).toBeVisible()
      await expect(driver.frame.getByRole('listitem').first().getByRole('button')).toBeVisible()
    },
    'where to get one': async (driver) => {
      await driver.open()
      await driver.press(/what is a wallet/i)
      await driver.press('Get a wallet')
      await press(driver.frame.getByRole('listitem').first().getByRole('button'))
      await expect(driver.text('Browser extension')).toBeVisible()
    },
    'a code to scan': async (driver) => {
      await driver.open()
      await driver.press(/^WalletConnect/)
      await expect(driver.frame.getByRole('img', { name: 'QR code', exact: true })).toBeVisible()
    },
    'a wallet on another device': async (driver) => {
      await driver.open()
      await driver.press(/Search Wallet/)
      await driver.press('MetaMask')
      await expect(driver.frame.getByRole('img', { name: 'QR code', exact: true })).toBeVisible()
    },
    'an extension that is not here': async (driver) => {
      await driver.open()
      await driver.press(/Search Wallet/)
      await driver.press('MetaMask')
      await driver.press('Browser', 'tab')
      await expect(driver.text('Not Detected')).toBeVisible()
    },
    declined: async (driver, scripted) => {
      await driver.open()
      await scripted.set({ errors: { eth_requestAccounts: userRejected } })
      await choose(driver, scripted)
      await expect(driver.text('Connection declined')).toBeVisible()
    },
    'wallet error': async (driver, scripted) => {
      await driver.open()
      await scripted.set({
        errors: { eth_requestAccounts: { code: -32002, message: 'The vault is closed on Sundays.' } },
      })
      await choose(driver, scripted)
      await expect(driver.text('The vault is closed on Sundays.')).toBeVisible()
    },
    connecting: async (driver, scripted) => {
      await driver.open()
      await scripted.set({ held: ['eth_requestAccounts'] })
      await choose(driver, scripted)
      await expect(driver.text(/continue in|waiting|open.*wallet/i).first()).toBeVisible()
    },
    'all wallets': async (driver) => {
      await driver.open()
      await driver.press(/Search Wallet/)
      await expect(driver.frame.getByRole('button', { name: 'MetaMask' })).toBeVisible()
    },
    'no wallet found': async (driver) => {
      await driver.open()
      await driver.press(/Search Wallet/)
      await driver.frame.getByRole('searchbox').fill('blue heron')
      await expect(driver.text('No Wallet found')).toBeVisible()
    },
    'sign in of the older kind': async (driver, scripted) => {
      await driver.page.evaluate(() =>
        window.AppKit.configure({
          siweConfig: {
            getNonce: () => 'abcdefgh',
            createMessage: ({ domain, uri, address, chainId, nonce, iat }) =>
              `${domain} wants you to sign in with your Ethereum account:\n${address.split(':').at(-1)}\n\n\nURI: ${uri}\nVersion: 1\nChain ID: ${chainId}\nNonce: ${nonce}\nIssued At: ${iat}`,
            verifyMessage: () => true,
            getSession: () => null,
            signOut: () => true,
          },
        }),
      )
      await driver.open()
      await choose(driver, scripted)
      await expect(driver.text(/needs to connect to your wallet/)).toBeVisible()
      await expect(driver.text('Read the message')).toBeVisible()
    },
  },
  connected: {
    account: async (driver) => {
      await driver.open()
      await expect(driver.frame.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    },
    networks: async (driver) => {
      await driver.openView('Networks')
      await expect(driver.frame.getByRole('button', { name: 'Localnet Two' })).toBeVisible()
    },
    wallets: openProfile,
    'naming an account': async (driver) => {
      await openProfile(driver)
      await driver.press('Name this account')
      await expect(driver.frame.getByRole('textbox', { name: 'Name of this account' })).toBeFocused()
    },
    'unsupported chain': async (driver, scripted) => {
      await scripted.set({ chainId: '0x539' })
      await scripted.emit('chainChanged', '0x539')
      await driver.open()
      await expect(driver.frame.getByRole('button', { name: 'Localnet', exact: true })).toBeVisible()
    },
    'switch declined': async (driver, scripted) => {
      await scripted.set({ errors: { wallet_switchEthereumChain: userRejected } })
      await driver.openView('Networks')
      await driver.press('Localnet Two')
      await expect(driver.text('Switch declined')).toBeVisible()
    },
    'switch network': async (driver, scripted) => {
      await scripted.set({ held: ['wallet_switchEthereumChain'] })
      await driver.openView('Networks')
      await driver.press('Localnet Two')
      await expect(driver.text('Approve in wallet')).toBeVisible()
    },
    'sign in': async (driver) => {
      await askToSignIn(driver)
      await expect(driver.text('Read the message')).toBeVisible()
    },
    'the message to sign': async (driver) => {
      await askToSignIn(driver)
      await press(driver.text('Read the message'))
      await expect(driver.text(/wants you to sign in with your Ethereum account/)).toBeVisible()
    },
    'signature declined': async (driver, scripted) => {
      await askToSignIn(driver)
      await scripted.set({ errors: { personal_sign: userRejected } })
      await driver.press(/^Sign$/)
      await expect(driver.text('You are connected, not signed in')).toBeVisible()
    },
    signing: async (driver, scripted) => {
      await askToSignIn(driver)
      await scripted.set({ held: ['personal_sign'] })
      await driver.press(/^Sign$/)
      await expect(driver.text('Approve the signature request there.')).toBeVisible()
    },
  },
} as const satisfies Views
