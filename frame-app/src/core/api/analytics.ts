export type AnalyticsEvent =
  | { event: 'MODAL_OPEN' | 'MODAL_CLOSE'; properties: { connected: boolean } }
  | { event: 'SELECT_WALLET'; properties: { name: string; platform: 'browser'; view: string } }
  | { event: 'CONNECT_SUCCESS'; properties: { method: ConnectMethod; name: string } }
  | { event: 'CONNECT_ERROR' | 'USER_REJECTED'; properties: { message: string } }
  | { event: 'DISCONNECT_SUCCESS'; properties: { namespace: string } }
  | { event: 'SWITCH_NETWORK'; properties: { network: string } }
  | { event: 'CLICK_SIGN_SIWX_MESSAGE' | 'CLICK_CANCEL_SIWX' | 'SIWX_AUTH_SUCCESS'; properties: SignIn }
  | { event: 'SIWX_AUTH_ERROR'; properties: SignIn & { message: string } }

/** How the visitor connected: a wallet of the page, a wallet on another device, or the embedded wallet. */
export type ConnectMethod = 'browser' | 'mobile' | 'qrcode' | 'email'

type SignIn = { network: string; isSmartAccount: boolean }
type Site = { projectId: string; version: string; hostOrigin: string }

/**
 * Sends a usage event to the server. The event names the site by the host page's origin, and the account only by a hash
 * of the address. Callers don't await the report, and a failed report has no effect.
 */
export const reportEvent = async (
  { projectId, version, hostOrigin }: Site,
  event: AnalyticsEvent,
  address: string | null,
): Promise<void> => {
  const item = {
    eventId: crypto.randomUUID(),
    url: hostOrigin,
    domain: new URL(hostOrigin).host,
    timestamp: Date.now(),
    props: { type: 'track', ...event, ...(address ? { address: await sha256(address.toLowerCase()) } : {}) },
  }
  try {
    await fetch(`/e?${new URLSearchParams({ projectId, st: 'appkit', sv: version })}`, {
      method: 'POST',
      keepalive: true,
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(item),
    })
  } catch {
    // A failed report stays silent, because usage reports are best effort.
  }
}

const sha256 = async (text: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
