import { lookup as resolveName } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './publicAddress.ts'

const redirectLimit = 3

type Bounds = {
  /** One time limit for DNS lookup, connection, redirects and body together. */
  timeoutMs: number
  limitBytes: number
  /** How the content type of the answer must start. The request sends it as `Accept`. */
  type: 'application/json' | 'image/'
}

/**
 * Fetches a URL from the operator, or from a listing that the operator chose. Limits time and size, follows redirects
 * only within the origin, and refuses hosts that resolve to a private address. Uses no `fetch`, because Node's `fetch`
 * can't check the address that it connects to.
 */
export const fetchBounded = async (address: string, bounds: Bounds): Promise<Buffer> => {
  const home = new URL(address)
  const signal = AbortSignal.timeout(bounds.timeoutMs)
  let next = home
  for (let redirects = 0; redirects <= redirectLimit; redirects++) {
    const response = await open(next, bounds, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return await read(response, bounds)
    response.destroy()
    const target = headers.location === undefined ? null : URL.parse(headers.location, next)
    if (statusCode < 301 || statusCode > 308 || !target) throw unavailable(`status ${statusCode}`)
    // A redirect to another origin could reach a service in the private network of this machine.
    if (target.origin !== home.origin) throw unavailable('a redirect to another origin')
    next = target
  }
  throw unavailable('too many redirects')
}

const open = (url: URL, { type }: Bounds, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    if (!isAllowed(url)) return reject(unavailable('a URL that is not allowed'))
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      // Ask for an uncompressed answer, because a compressed one could expand to any size.
      headers: { Accept: type === 'image/' ? 'image/*' : type, 'Accept-Encoding': 'identity' },
      lookup: checkedLookup(isLoopbackHost(url.hostname) ? isLoopbackAddress : isPublicAddress),
      agent: false,
      signal,
    })
    request.on('response', resolve)
    request.on('error', (cause) => reject(unavailable('no connection', cause)))
    request.end()
  })

/**
 * Allows plain http only to this machine. Checks an IP address in the URL here, because Node never passes it to
 * `lookup`.
 */
const isAllowed = ({ protocol, hostname }: URL): boolean => {
  if (isLoopbackHost(hostname)) return protocol === 'https:' || protocol === 'http:'
  const address = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(address) === 0 || isPublicAddress(address))
}

/**
 * Resolves a host name and checks its address. The request connects to the checked address, which prevents DNS
 * rebinding.
 */
const checkedLookup =
  (allows: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    resolveName(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = found.filter(({ address }) => allows(address))
      const [first] = addresses
      if (!first) return callback(unavailable('a name that resolves to a private address'), '', 0)
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })

const read = async (response: IncomingMessage, { limitBytes, type }: Bounds): Promise<Buffer> => {
  try {
    const { headers } = response
    if (!headers['content-type']?.toLowerCase().startsWith(type)) throw unavailable('another type')
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') throw unavailable('a compressed answer')
    if (Number(headers['content-length'] ?? 0) > limitBytes) throw unavailable('too large')
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.byteLength
      if (size > limitBytes) throw unavailable('too large')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (cause) {
    throw cause instanceof AppError ? cause : unavailable('the answer broke off', cause)
  } finally {
    response.destroy()
  }
}

const unavailable = (message: string, cause?: unknown): AppError =>
  new AppError(commonErrors.RESOURCE_UNAVAILABLE, { message, ...(cause !== undefined && { cause }) })
