import { expect } from '@playwright/test'
import type { Kit } from '../../driver/kit.ts'
import { press } from '../../driver/press.ts'
import type { installScriptedWallet } from '../../wallets/scripted.ts'

export type Scripted = Awaited<ReturnType<typeof installScriptedWallet>>
type Way = (kit: Kit, scripted: Scripted) => Promise<void>

const choose: Way = (kit) => kit.chooseWallet('Scripted Wallet')

const connected: Way = async (kit) => {
  await kit.open()
  await kit.chooseWallet('Scripted Wallet')
  await kit.expectStatus('connected')
  await kit.expectClosed()
}

const askToSignIn: Way = async (kit, scripted) => {
  await connected(kit, scripted)
  await kit.page.evaluate(() => {
    // Its outcome is another test's affair.
    window.AppKit.signIn().catch(() => {})
  })
  await expect(kit.heading('Sign In')).toBeVisible()
}

/** How a visitor comes to each view and state of it that exists, from a page on which nothing has happened. */
export const waysToViews = {
  connect: (kit) => kit.open(),
  'what is a wallet': async (kit) => {
    await kit.open()
    await kit.press(/what is a wallet/i)
    await expect(kit.heading(/what is a wallet/i)).toBeVisible()
    // The heading is there before the code of the view.
    await expect(kit.text('Your keys')).toBeVisible()
  },
  connecting: async (kit, scripted) => {
    await kit.open()
    await scripted.set({ held: ['eth_requestAccounts'] })
    await choose(kit, scripted)
    await expect(kit.text(/continue in|waiting|open.*wallet/i).first()).toBeVisible()
  },
  declined: async (kit, scripted) => {
    await kit.open()
    await scripted.set({ errors: { eth_requestAccounts: { code: 4001, message: 'User rejected the request.' } } })
    await choose(kit, scripted)
    await expect(kit.text('Connection declined')).toBeVisible()
  },
  'wallet error': async (kit, scripted) => {
    await kit.open()
    await scripted.set({
      errors: { eth_requestAccounts: { code: -32002, message: 'The vault is closed on Sundays.' } },
    })
    await choose(kit, scripted)
    await expect(kit.text('The vault is closed on Sundays.')).toBeVisible()
  },
  'a code to scan': async (kit) => {
    await kit.open()
    await kit.press(/^WalletConnect/)
    await expect(kit.frame.getByRole('img', { name: 'QR code', exact: true })).toBeVisible()
  },
  'all wallets': async (kit) => {
    await kit.open()
    await kit.press(/Search Wallet/)
    await expect(kit.frame.getByRole('button', { name: 'MetaMask' })).toBeVisible()
  },
  'no wallet found': async (kit) => {
    await kit.open()
    await kit.press(/Search Wallet/)
    await kit.frame.getByRole('searchbox').fill('blue heron')
    await expect(kit.text('No Wallet found')).toBeVisible()
  },
  'a wallet on another device': async (kit) => {
    await kit.open()
    await kit.press(/Search Wallet/)
    await kit.press('MetaMask')
    await expect(kit.frame.getByRole('img', { name: 'QR code', exact: true })).toBeVisible()
  },
  'an extension that is not here': async (kit) => {
    await kit.open()
    await kit.press(/Search Wallet/)
    await kit.press('MetaMask')
    await kit.press('Browser', 'tab')
    await expect(kit.text('Not Detected')).toBeVisible()
  },
  'get a wallet': async (kit) => {
    await kit.open()
    await kit.press(/what is a wallet/i)
    await kit.press('Get a wallet')
    await expect(kit.heading('Get a wallet')).toBeVisible()
    await expect(kit.frame.getByRole('listitem').first().getByRole('button')).toBeVisible()
  },
  'where to get one': async (kit) => {
    await kit.open()
    await kit.press(/what is a wallet/i)
    await kit.press('Get a wallet')
    await press(kit.frame.getByRole('listitem').first().getByRole('button'))
    await expect(kit.text('Browser extension')).toBeVisible()
  },
  account: async (kit, scripted) => {
    await connected(kit, scripted)
    await kit.open()
    await expect(kit.frame.getByRole('button', { name: 'Disconnect' })).toBeVisible()
  },
  networks: async (kit, scripted) => {
    await connected(kit, scripted)
    await kit.openView('Networks')
    await expect(kit.frame.getByRole('button', { name: 'Localnet Two' })).toBeVisible()
  },
  wallets: async (kit, scripted) => {
    await connected(kit, scripted)
    await kit.openView('ProfileWallets')
    await expect(kit.frame.getByRole('button', { name: 'Disconnect Scripted Wallet' })).toBeVisible()
  },
  'naming an account': async (kit, scripted) => {
    await waysToViews.wallets(kit, scripted)
    await kit.press('Name this account')
    await expect(kit.frame.getByRole('textbox', { name: 'Name of this account' })).toBeFocused()
  },
  'switch network': async (kit, scripted) => {
    await connected(kit, scripted)
    await scripted.set({ held: ['wallet_switchEthereumChain'] })
    await kit.openView('Networks')
    await kit.press('Localnet Two')
    await expect(kit.text('Approve in wallet')).toBeVisible()
  },
  'switch declined': async (kit, scripted) => {
    await connected(kit, scripted)
    await scripted.set({
      errors: { wallet_switchEthereumChain: { code: 4001, message: 'User rejected the request.' } },
    })
    await kit.openView('Networks')
    await kit.press('Localnet Two')
    await expect(kit.text('Switch declined')).toBeVisible()
  },
  'unsupported chain': async (kit, scripted) => {
    await connected(kit, scripted)
    await scripted.set({ chainId: '0x539' })
    await scripted.emit('chainChanged', '0x539')
    await kit.open()
    await expect(kit.frame.getByRole('button', { name: 'Localnet', exact: true })).toBeVisible()
  },
  'sign in': async (kit, scripted) => {
    await askToSignIn(kit, scripted)
    await expect(kit.text('Read the message')).toBeVisible()
  },
  'the message to sign': async (kit, scripted) => {
    await askToSignIn(kit, scripted)
    await press(kit.text('Read the message'))
    await expect(kit.text(/wants you to sign in with your Ethereum account/)).toBeVisible()
  },
  signing: async (kit, scripted) => {
    await askToSignIn(kit, scripted)
    await scripted.set({ held: ['personal_sign'] })
    await kit.press(/^Sign$/)
    await expect(kit.text('Approve the signature request there.')).toBeVisible()
  },
  'signature declined': async (kit, scripted) => {
    await askToSignIn(kit, scripted)
    await scripted.set({ errors: { personal_sign: { code: 4001, message: 'User rejected the request.' } } })
    await kit.press(/^Sign$/)
    await expect(kit.text('You are connected, not signed in')).toBeVisible()
  },
  'sign in of the older kind': async (kit, scripted) => {
    await kit.loaded()
    await kit.page.evaluate(() =>
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
    await kit.open()
    await choose(kit, scripted)
    await expect(kit.text(/needs to connect to your wallet/)).toBeVisible()
    await expect(kit.text('Read the message')).toBeVisible()
  },
} as const satisfies Record<string, Way>

export type ViewName = keyof typeof waysToViews
export const viewNames = Object.keys(waysToViews) as ViewName[]
