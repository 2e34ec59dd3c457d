import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/**
 * Returns the client's IP address, for rate limits and for the location in mails, never for access control. Anyone can
 * send `X-Forwarded-For`, so trust only the last entries, which the operator's own proxies appended.
 */
export const clientAddress = (context: Context, trustedProxyHops: number): string => {
  const bindings: Partial<HttpBindings> | undefined = context.env
  const socket = bindings?.incoming?.socket?.remoteAddress ?? ''
  if (trustedProxyHops === 0) return socket
  const forwarded = (context.req.header('X-Forwarded-For') ?? '').split(',').map((address) => address.trim())
  return withoutPort(forwarded.at(-trustedProxyHops) ?? '') || socket
}

/** Removes the client's port, which some proxies append and which is different for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/**
 * The address by which rate limits count. Cuts an IPv6 address to its first 64 bits, because one visitor usually has a
 * whole /64.
 */
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
