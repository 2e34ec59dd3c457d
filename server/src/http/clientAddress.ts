import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Who asks, for rate limits and for the place that mails name, and never to allow anything. `X-Forwarded-For` is text that anyone can send, so it counts only from the right, and
 * only over as many proxies as the operator says stand in front.
 */
export const clientAddress = (context: Context, trustedProxyHops: number): string => {
  const bindings: Partial<HttpBindings> | undefined = context.env
  const socket = bindings?.incoming?.socket?.remoteAddress ?? ''
  if (trustedProxyHops === 0) return socket
  const forwarded = (context.req.header('X-Forwarded-For') ?? '').split(',').map((address) => address.trim())
  return withoutPort(forwarded.at(-trustedProxyHops) ?? '') || socket
}

/** Some proxies write the port too, which is another one for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/** One visitor holds a whole /64 of IPv6, so the rest of it tells nobody apart. */
export const rateLimitAddress = (address: string): string => {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const start = head.split(':').filter(Boolean)
  const end = tail.split(':').filter(Boolean)
  const groups = address.includes('::')
    ? [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
    : start
  return groups.slice(0, 4).join(':')
}
