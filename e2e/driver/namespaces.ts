import type { AccountState, ChainNamespace } from '@appkit-frame/loader'
import { expect, type Page } from '@playwright/test'
import type { Driver } from './driver.ts'
import type { ProviderAnswer } from './hostPage.ts'

export type NonEvmNamespace = Exclude<ChainNamespace, 'eip155'>
export type NamespaceDriver = ReturnType<typeof driveNamespace>

/** Drives a namespace other than EVM's through `window.AppKit`, as a host page does. */
export function driveNamespace(page: Page, namespace: NonEvmNamespace) {
  const account = (): Promise<AccountState> => page.evaluate((name) => window.AppKit.getAccount(name), namespace)
  return {
    account,
    async expectAccount(expected: Partial<AccountState>): Promise<void> {
      await expect.poll(account).toMatchObject(expected)
    },
    /** Sends a request through AppKit's provider. An error comes back as data. */
    request: (method: string, params?: unknown): Promise<ProviderAnswer> =>
      page.evaluate(
        async ([name, asked, given]) => {
          try {
            const request = { method: asked, ...(given === undefined ? {} : { params: given }) }
            return { value: await window.AppKit.getProvider(name).request(request) }
          } catch (cause) {
            const { code, reason, message } = cause as { code: number; reason?: string; message: string }
            return { code, message, ...(reason ? { reason } : {}) }
          }
        },
        [namespace, method, params] as const,
      ),
    disconnect: (): Promise<void> => page.evaluate((name) => window.AppKit.disconnect(name), namespace),
  }
}

/** Connects as a visitor does, on a page that is open already. */
export async function connectWallet(
  driver: Driver,
  namespace: NonEvmNamespace,
  walletName: string,
): Promise<NamespaceDriver> {
  await driver.open()
  await driver.chooseWallet(walletName)
  await driver.expectClosed()
  const namespaceDriver = driveNamespace(driver.page, namespace)
  await namespaceDriver.expectAccount({ status: 'connected' })
  return namespaceDriver
}

/** Returns the value of a provider's answer, and fails if the answer is an error. */
export function expectAnswerValue<Value>(answer: ProviderAnswer): Value {
  expect(answer).toHaveProperty('value')
  return (answer as { value: Value }).value
}
