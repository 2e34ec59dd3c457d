/**
 * Which document may use each route of the wallet API. A route without a row doesn't compile. SECURITY-MODEL.md 3.10
 * says how the server tells the documents apart.
 */
export const routeAccess = {
  'POST login/site': 'anyDocument',
  'POST login/email': 'anyDocument',
  'GET login/:challengeId': 'anyDocument',
  'POST login/:challengeId/resend': 'anyDocument',
  'POST login/:challengeId/code': 'anyDocument',
  'POST login/passkey/challenge': 'anyDocument',
  'POST login/passkey': 'anyDocument',
  'GET session': 'anyDocument',
  'POST session/refresh': 'anyDocument',
  'POST session/confirm': 'anyDocument',
  'POST session/sign-out': 'anyDocument',
  'GET sessions': 'window',
  'DELETE sessions': 'freshWindow',
  'DELETE sessions/:id': 'freshWindow',
  'POST keys': 'anyDocument',
  'POST keys/renew': 'freshWindow',
  'POST sets': 'anyDocument',
  'PUT sets/:id/wrapped': 'anyDocument',
  'POST sets/:id/release': 'anyDocument',
  'POST sets/:id/confirm': 'anyDocument',
  'POST sets/:id/renew': 'anyDocument',
  'DELETE sets/:id': 'freshWindow',
  'POST export': 'freshWindow',
  'DELETE export': 'window',
  'POST account/deletion': 'freshWindow',
  // Keeps the account, so the notice in the secure frame may offer it.
  'DELETE account/deletion': 'anyDocument',
  'GET limits': 'window',
  'PUT limits': 'freshWindow',
  // Less is allowed afterwards, so it needs no fresh login.
  'DELETE limits/:id': 'window',
  'GET receivers': 'window',
  'POST receivers': 'freshWindow',
  'DELETE receivers/:id': 'window',
  'POST receivers/paid': 'anyDocument',
  'GET receivers/names': 'anyDocument',
  'GET limit': 'anyDocument',
  'POST limit/spend': 'anyDocument',
  'POST flows': 'anyDocument',
  'GET flows/:id': 'anyDocument',
  'GET flows/:id/asker': 'anyDocument',
  'POST flows/:id/request': 'anyDocument',
  'POST flows/:id/result': 'anyDocument',
  'GET flows/:id/result': 'anyDocument',
  'POST joins': 'anyDocument',
  'GET joins/:id': 'anyDocument',
  // Only a wallet window lets another browser in, because a page could lead presses in its frame.
  'GET joins': 'window',
  'POST joins/:id/number': 'window',
  'POST joins/:id/handover': 'window',
  'DELETE joins/:id': 'window',
  'POST rpc': 'anyDocument',
  'GET tokens': 'anyDocument',
  'GET price': 'anyDocument',
  'POST guardian/enrol': 'anyDocument',
  'POST guardian/ways': 'anyDocument',
  'POST guardian/recognise': 'anyDocument',
  'POST guardian/forget': 'window',
  'POST guardian/challenge': 'anyDocument',
  'POST guardian/verify': 'anyDocument',
  'POST guardian/withdraw': 'anyDocument',
  'POST guardian/release': 'anyDocument',
  'POST guardian/recoveries': 'anyDocument',
} as const satisfies { readonly [name: `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`]: RouteAccess }

/**
 * `anyDocument`: the secure frame on a site, and every wallet window. `window`: only a wallet window. `freshWindow`:
 * only a wallet window, within 5 minutes of a login, because the route takes something away or allows more.
 */
export type RouteAccess = 'anyDocument' | 'window' | 'freshWindow'
export type WalletRouteName = keyof typeof routeAccess

/**
 * A new browser may use these routes before it has opened the wallet. They open the wallet, or serve an owner who lost
 * everything but the mailbox. Every other route that needs a session answers DEVICE_NOT_APPROVED.
 */
export const routesOfUnconfirmed: readonly WalletRouteName[] = [
  'GET session',
  'POST session/confirm',
  'POST sets/:id/release',
  'POST flows',
  'GET flows/:id/asker',
  'GET flows/:id/result',
  'POST joins',
  'GET joins/:id',
  'POST guardian/challenge',
  'POST guardian/verify',
  'POST guardian/withdraw',
  'POST guardian/release',
  'GET sessions',
  'DELETE sessions',
  'DELETE sessions/:id',
  'POST account/deletion',
  'DELETE account/deletion',
]

/**
 * A browser that came in by mail alone waits a day for these routes, so that an older browser has the time to remove it;
 * NEW_BROWSER. It also adds no passkey and no backup, and takes no share set of another browser. It lets no browser in,
 * and keeps none out.
 */
export const routesClosedToNewBrowsers: readonly WalletRouteName[] = [
  'DELETE sets/:id',
  'POST keys/renew',
  'POST export',
  'PUT limits',
  'POST limit/spend',
  'POST receivers',
  'GET joins',
  'POST joins/:id/number',
  'POST joins/:id/handover',
  'DELETE joins/:id',
]
