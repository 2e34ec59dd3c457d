import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { isDeclinedByVisitor } from '../../core/state/declined.ts'
import type { walletConnectMessages } from './messages.ts'

type FailureText = { title: string; lead: string }

/**
 * The title and the next step for each cause of a failed pairing. `name` is null if the visitor scanned with any
 * wallet.
 */
export const pairingFailureText = (
  error: AppError,
  text: typeof walletConnectMessages.en,
  errorText: (error: AppError) => string,
  name: string | null,
): FailureText => {
  if (isDeclinedByVisitor(error))
    return { title: text.declined, lead: name ? fillText(text.declinedWhy, { wallet: name }) : text.declinedSomewhere }
  switch (error.code) {
    case 'PAIRING_EXPIRED':
      return { title: text.late, lead: text.lateWhy }
    case 'OFFLINE':
      return { title: text.offline, lead: text.offlineNext }
    case 'RELAY_UNREACHABLE':
      return { title: text.unreachable, lead: text.unreachableNext }
    case 'INVALID_PROJECT_ID':
      return { title: text.unknownKey, lead: text.unknownKeyWhy }
    case 'ORIGIN_NOT_ALLOWED':
      return { title: text.originRefused, lead: text.originRefusedWhy }
    case 'SESSION_EXPIRED':
      return { title: text.wrongClock, lead: text.wrongClockNext }
    default:
      return { title: name ? fillText(text.failed, { wallet: name }) : text.failedSomewhere, lead: errorText(error) }
  }
}

/**
 * True if the error means that an expired pairing could not be renewed. The old QR code then stays on the screen,
 * faded, with a button to get a new code.
 */
export const isExpiredQrCodeKept = ({ code }: AppError): boolean =>
  code === 'PAIRING_EXPIRED' || code === 'RELAY_UNREACHABLE' || code === 'OFFLINE'
