import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Secrets } from '../../config/secrets.ts'

/**
 * The prefix keeps other hosts of the site from setting the cookie, and makes browsers require `Secure` and `Path=/`.
 */
const cookieName = '__Host-wallet-window'
const cookieForm = /^[\w-]{22}$/
const headerName = 'Wallet-Window'

type OpenedWindow = {
  key: string
  /** A document of the wallet's origin opened the window, such as a secure frame, and no link of a stranger. */
  isOpenedByWallet: boolean
  headers: Record<string, string>
}

/**
 * Tells wallet windows from secure frames. A request of a wallet window carries two values: a cookie, and a key that
 * belongs to the cookie's value. The key is in the document of a top-level navigation, and the window keeps it in its
 * memory.
 *
 * Browsers send the cookie (`SameSite=Strict`) from no frame of another site. A frame of the same site can send the
 * cookie, but it can't read the key. No page can frame the window's document, and COOP cuts every reference to the
 * window. A `fetch` of the document gets no key.
 */
export const createWindowKeys = ({ mac }: Pick<Secrets, 'mac'>) => {
  const keyOf = (id: string): string => mac('window', id)
  const readId = (context: Context): string | undefined => {
    const id = getCookie(context, cookieName)
    return id !== undefined && cookieForm.test(id) ? id : undefined
  }
  return {
    /** Returns the key for the document of a top-level navigation. Any other request for the document gets none. */
    open: (context: Context): OpenedWindow | null => {
      const { req } = context
      if (req.header('Sec-Fetch-Dest') !== 'document' || req.header('Sec-Fetch-Mode') !== 'navigate') return null
      // All wallet windows of a browser share the cookie, so that a new window doesn't end an older one.
      const known = readId(context)
      const isOpenedByWallet = req.header('Sec-Fetch-Site') === 'same-origin'
      if (known !== undefined) return { key: keyOf(known), isOpenedByWallet, headers: {} }
      const id = randomBytes(16).toString('base64url')
      const cookie = `${cookieName}=${id}; Path=/; Secure; HttpOnly; SameSite=Strict`
      return { key: keyOf(id), isOpenedByWallet, headers: { 'Set-Cookie': cookie } }
    },
    isWindow: (context: Context): boolean => {
      const [id, given] = [readId(context), context.req.header(headerName)]
      return id !== undefined && given !== undefined && isEqual(keyOf(id), given)
    },
  }
}

const isEqual = (one: string, other: string): boolean => {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
