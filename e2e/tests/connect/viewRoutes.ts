import { expect } from '@playwright/test'
import type { Kit } from '../../driver/kit.ts'
import { press } from '../../driver/press.ts'
import type { installScriptedWallet } from '../../wallets/scripted.ts'

export type Scripted = Awaited<ReturnType<typeof installScriptedWallet>>
/** Brings the visitor from the closed modal to a view. */
export type View = (kit: Kit, scripted: Scripted) => Promise<void>
type Views = Record<'disconnected' | 'connected', Record<string, View>>

const userRejected = { code: 4001, message: 'User rejected the request.' }

const choose: View = (kit) => kit.chooseWallet('Scripted Wallet')

async function askToSignIn(kit: Kit): Promise<void> {
  await kit.page.evaluate(() => {
    // The view does not depend on the outcome.
    window.AppKit.signIn().catch(() => {})
  })
  await expect(kit.heading('Sign In')).toBeVisible()
}

async function openProfile(kit: Kit): Promise<void> {
  await kit.openView('ProfileWallets')
  await expect(kit.frame.getByRole('button', { name: 'Disconnect Scripted Wallet' })).toBeVisible()
}

/**
 * Views that one page shows one after another, by what the visitor did before. The search keeps its text, so the view
 * without results comes last.
 */
export const walks = {
  disconnected: {
    connect: (kit) => kit.open(),
    'what is a wallet': async (kit) => {
      await kit.open()
      await kit.press(/what is a wallet/i)
      await expect(kit.heading(/what is a wallet/i)).toBeVisible()
      // The heading is painted before the code of the view arrives.
      await expect(kit.text('Your keys')).toBeVisible()
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
  },
  connected: {
    account: async (kit) => {
      await kit.open()
      await expect(kit.frame.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    },
    networks: async (kit) => {
      await kit.openView('Networks')
      await expect(kit.frame.getByRole('button', { name: 'Localnet Two' })).toBeVisible()
    },
    wallets: openProfile,
    'naming an account': async (kit) => {
      await openProfile(kit)
      await kit.press('Name this account')
      await expect(kit.frame.getByRole('textbox', { name: 'Name of this account' })).toBeFocused()
    },
  },
} as const satisfies Views

/** Views that leave the wallet or the modal in a state that would disturb the next view. */
export const singleViews = {
  disconnected: {
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
    declined: async (kit, scripted) => {
      await kit.open()
      await scripted.set({ errors: { eth_requestAccounts: userRejected } })
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
    connecting: async (kit, scripted) => {
      await kit.open()
      await scripted.set({ held: ['eth_requestAccounts'] })
      await choose(kit, scripted)
      await expect(kit.text(/continue in|waiting|open.*wallet/i).first()).toBeVisible()
    },
    'sign in of the older kind': async (kit, scripted) => {
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
  },
  connected: {
    'unsupported chain': async (kit, scripted) => {
      await scripted.set({ chainId: '0x539' })
      await scripted.emit('chainChanged', '0x539')
      await kit.open()
      await expect(kit.frame.getByRole('button', { name: 'Localnet', exact: true })).toBeVisible()
    },
    'switch declined': async (kit, scripted) => {
      await scripted.set({ errors: { wallet_switchEthereumChain: userRejected } })
      await kit.openView('Networks')
      await kit.press('Localnet Two')
      await expect(kit.text('Switch declined')).toBeVisible()
    },
    'switch network': async (kit, scripted) => {
      await scripted.set({ held: ['wallet_switchEthereumChain'] })
      await kit.openView('Networks')
      await kit.press('Localnet Two')
      await expect(kit.text('Approve in wallet')).toBeVisible()
    },
    'sign in': async (kit) => {
      await askToSignIn(kit)
      await expect(kit.text('Read the message')).toBeVisible()
    },
    'the message to sign': async (kit) => {
      await askToSignIn(kit)
      await press(kit.text('Read the message'))
      await expect(kit.text(/wants you to sign in with your Ethereum account/)).toBeVisible()
    },
    'signature declined': async (kit, scripted) => {
      await askToSignIn(kit)
      await scripted.set({ errors: { personal_sign: userRejected } })
      await kit.press(/^Sign$/)
      await expect(kit.text('You are connected, not signed in')).toBeVisible()
    },
    signing: async (kit, scripted) => {
      await askToSignIn(kit)
      await scripted.set({ held: ['personal_sign'] })
      await kit.press(/^Sign$/)
      await expect(kit.text('Approve the signature request there.')).toBeVisible()
    },
  },
} as const satisfies Views
