import type { BrowserContext } from '@playwright/test'
import { freePort } from '../../stack/ports.ts'
import { type Relay, startRelay } from '../../stack/relay/relay.ts'
import type { StackAddresses } from '../../stack/stack.ts'

/**
 * A relay of this test alone, to be stopped, restarted, or told to refuse or hang, while other tests go on with the
 * stack's. The modal's document is given its address on the way, in the bootstrap and in the policy.
 */
export async function startOwnRelay(context: BrowserContext, stack: StackAddresses, file: string): Promise<Relay> {
  const relay = await startRelay({
    port: await freePort(),
    projectIds: ['demo'],
    allowedOrigins: [stack.modal, stack.phone],
    persistPath: file,
  })
  await rewriteModal(context, stack, (text) => text.replace(stack.relay, relay.url))
  return relay
}

/** The modal's document and its policy, changed on their way to the pages of this test. */
export const rewriteModal = (context: BrowserContext, stack: StackAddresses, rewrite: (text: string) => string) =>
  context.route(
    (url) => url.origin === stack.modal && url.pathname.startsWith('/f/'),
    async (route) => {
      const url = new URL(route.request().url())
      const { host } = url
      // Node doesn't resolve `*.localhost`.
      url.hostname = '127.0.0.1'
      const response = await route.fetch({ url: url.href, headers: { ...route.request().headers(), host } })
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers()
      const policy = headers['content-security-policy'] ?? ''
      await route.fulfill({
        status: response.status(),
        headers: { ...headers, 'content-security-policy': rewrite(policy) },
        body: rewrite(await response.text()),
      })
    },
  )
