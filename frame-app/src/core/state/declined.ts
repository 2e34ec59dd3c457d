import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'

/**
 * Error numbers that mean a rejection by the visitor: the one of EIP-1193, and WalletConnect's for session, chains,
 * methods and events.
 */
const rejected = [4001, 5000, 5001, 5002, 5003]

export const isDeclinedByVisitor = (error: unknown): boolean =>
  error instanceof AppError && rejected.includes(error.number)
