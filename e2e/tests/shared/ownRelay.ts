import type { BrowserContext } from '@playwright/test'
import { findFreePort } from '../../stack/ports.ts'
import { type Relay, startRelay } from '../../stack/relay/relay.ts'
import type { StackAddresses } from '../../stack/stack.ts'

/**
 * A relay for one test, which may stop or restart the relay or make it refuse or hang. Other tests keep the stack's
 * relay. The modal's document and its CSP get the URL of this relay.
 */
export async function startOwnRelay(context: BrowserContext, stack: StackAddresses, file: string): Promise<Relay> {
  const relay = await startRelay({
    port: await findFreePort(),
    projectIds: ['demo'],
    allowedOrigins: [stack.modal, stack.phone],
    persistPath: file,
  })
  await rewriteModal(context, stack, (text) => text.replace(stack.relay, relay.url))
  return relay
}

/** Rewrites the modal's document and its CSP header for the pages of this test. */
export const rewriteModal = (
  context: BrowserContext,
  stack: StackAddresses,
  rewrite: (text: string) => string | Promise<string>,
) =>
  context.route(
    (url) => url.origin === stack.modal && url.pathname.startsWith('/f/'),
    async (route) => {
      const url = new URL(route.request().url())
      const { host } = url
      // Node doesn't resolve `*.localhost`, so the URL names the loopback address.
      url.hostname = '127.0.0.1'
      const response = await route.fetch({ url: url.href, headers: { ...route.request().headers(), host } })
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers()
      const policy = headers['content-security-policy'] ?? ''
      await route.fulfill({
        status: response.status(),
        headers: { ...headers, 'content-security-policy': await rewrite(policy) },
        body: await rewrite(await response.text()),
      })
    },
  )
