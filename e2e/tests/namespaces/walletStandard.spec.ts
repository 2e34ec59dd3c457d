import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { installPageWallet } from '../../wallets/page/install.ts'
import { test as base, expect } from '../shared/otherChainsTest.ts'

const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const address = base58.encode(ed25519.getPublicKey(Buffer.from('01'.repeat(32), 'hex')))

type Account = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
type AppWallet = {
  name: string
  chains: string[]
  accounts: Account[]
  // biome-ignore lint/suspicious/noExplicitAny: features of the standard, each with a shape of its own
  features: Record<string, any>
}

/** A page with the Wallet Standard and without code for AppKit. It collects wallets as the standard's library does. */
const test = base.extend<{ app: { changes(): Promise<string[][]> } }>({
  app: async ({ page, driver, otherChains }, use) => {
    await page.addInitScript(() => {
      const wallets: AppWallet[] = []
      const changes: string[][] = []
      const api = {
        register: (...found: AppWallet[]) => {
          wallets.push(...found)
          for (const wallet of found)
            if (wallet.name === 'AppKit')
              wallet.features['standard:events'].on('change', ({ accounts = [] }: { accounts?: Account[] }) =>
                changes.push(accounts.map((account) => account.address)),
              )
        },
      }
      window.addEventListener('wallet-standard:register-wallet', (event) => (event as CustomEvent).detail(api))
      window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
      Object.assign(window, {
        standard: { wallets, changes, own: () => wallets.find(({ name }) => name === 'AppKit') },
      })
    })
    await installPageWallet(page, 'solana', { chains: ['solana:devnet' as const], rpcUrl: otherChains.solana })
    await driver.visitPage('plain', '?data-warm=idle')
    await page.waitForFunction(() => (window as unknown as Standard).standard.own())
    await use({ changes: () => page.evaluate(() => (window as unknown as Standard).standard.changes) })
  },
})
type Standard = { standard: { wallets: AppWallet[]; changes: string[][]; own(): AppWallet | undefined } }

test('a page that knows only the Wallet Standard connects, signs and gets the disconnect', async ({
  page,
  driver,
  app,
}) => {
  expect(
    await page.evaluate(() => {
      const { own } = (window as unknown as Standard).standard
      const { name, chains, accounts, features } = own() as AppWallet
      return { name, chains, accounts, features: Object.keys(features).sort() }
    }),
  ).toEqual({
    name: 'AppKit',
    chains: ['solana:mainnet', 'solana:devnet', 'solana:testnet'],
    accounts: [],
    features: [
      'solana:signAndSendTransaction',
      'solana:signIn',
      'solana:signMessage',
      'solana:signTransaction',
      'standard:connect',
      'standard:disconnect',
      'standard:events',
    ],
  })
  const connecting = page.evaluate(async () => {
    const { own } = (window as unknown as Standard).standard
    const { accounts } = await (own() as AppWallet).features['standard:connect'].connect()
    return accounts.map(({ address, chains, publicKey }: Account) => [address, chains, [...publicKey]])
  })
  await driver.chooseWallet('Test Sun')
  await driver.expectClosed()
  expect(await connecting).toEqual([[address, ['solana:devnet'], [...base58.decode(address)]]])
  const shown = () => page.evaluate(() => [...((window as unknown as Standard).standard.own()?.chains ?? [])])
  expect(await shown()).toEqual(['solana:devnet'])
  expect((await driver.state()).accounts.solana?.caipAddress).toBe(`${devnet}:${address}`)
  await expect.poll(async () => (await driver.state()).activeNamespace).toBe('solana')

  const message = new TextEncoder().encode('Good coffee. ☕')
  const signature = await page.evaluate(
    async (bytes) => {
      const wallet = (window as unknown as Standard).standard.own() as AppWallet
      const [account] = wallet.accounts
      const sign = wallet.features['solana:signMessage'].signMessage
      const [output] = await sign({ account, message: Uint8Array.from(bytes) })
      return [...output.signature] as number[]
    },
    [...message],
  )
  expect(ed25519.verify(Uint8Array.from(signature), message, base58.decode(address))).toBe(true)

  await page.evaluate(() => window.AppKit.disconnect('solana'))
  await expect.poll(app.changes).toEqual([[address], []])
  expect(await shown()).toHaveLength(3)
})

test('a silent connect returns no accounts, and rejects the page’s call if the visitor closes the modal', async ({
  page,
  driver,
  app,
}) => {
  const connect = (silent: boolean) =>
    page.evaluate(async (isSilent) => {
      const wallet = (window as unknown as Standard).standard.own() as AppWallet
      try {
        return (await wallet.features['standard:connect'].connect(isSilent ? { silent: true } : undefined)).accounts
      } catch (cause) {
        return (cause as { code: number }).code
      }
    }, silent)
  expect(await connect(true)).toEqual([])
  const connecting = connect(false)
  await expect(driver.card().getByRole('button', { name: 'Test Sun' })).toBeVisible()
  await driver.close()
  expect(await connecting).toBe(4001)
  expect(await app.changes()).toEqual([])
})
