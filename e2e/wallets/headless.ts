import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { Web3ProviderBackend } from 'headless-web3-provider'
import { type Hex, toHex } from 'viem'

export type { Web3ProviderBackend } from 'headless-web3-provider'

/** The package sets its CommonJS exports at run time, so an `import` can't name them. */
const loaded: typeof import('headless-web3-provider') = createRequire(import.meta.url)('headless-web3-provider')

export const { Web3RequestKind } = loaded

type HeadlessOptions = { key: Hex; chainId: number; url: string }

/** Playwright passes only the message of a thrown Error to the page; a thrown object keeps its code. */
export async function installHeadlessWallet(page: Page, { key, chainId, url }: HeadlessOptions) {
  const wallet: Web3ProviderBackend = await loaded.injectHeadlessWeb3Provider(page, [key], chainId, url)
  const request = wallet.request.bind(wallet)
  wallet.request = async (asked) => {
    try {
      return await request(asked)
    } catch (cause) {
      const { code, message } = cause as { code: number; message: string }
      throw { code, message }
    }
  }
  return wallet
}

/**
 * Returns the text that headless-web3-provider signs instead of the message: the hexadecimal digits of the message's
 * bytes.
 */
export const headlessSignedText = (message: string): string => toHex(message)
