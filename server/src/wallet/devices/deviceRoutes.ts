import * as v from 'valibot'
import type { LongPolls } from '../api/longPolls.ts'
import { parseRequestValue, type WalletParts, type WalletRoute } from '../api/walletRoute.ts'
import { decideOnDeviceLogin, readDeviceLoginRequest } from './confirmDevice.ts'

const token = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const readDeviceBody = v.strictObject({ token })
const decideBody = v.strictObject({ token, number: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{2}$/))) })

/** Routes of the page behind a device link. A decision on that page wakes the modal's long poll of the login. */
export const deviceRoutes = (parts: WalletParts, longPolls: LongPolls): WalletRoute[] => [
  {
    method: 'POST',
    path: 'device/look',
    run: async ({ body }) => readDeviceLoginRequest(parts, parseRequestValue(readDeviceBody, body).token),
  },
  {
    method: 'POST',
    path: 'device/decide',
    run: async ({ body }) => decideOnDeviceLogin(parts, longPolls, parseRequestValue(decideBody, body)),
  },
]
