import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'

/**
 * Error numbers that mean that the visitor declined: 4001 of EIP-1193, and the numbers of WalletConnect for a declined
 * session, chain, method or event.
 */
const rejected = [4001, 5000, 5001, 5002, 5003]

export const isDeclinedByVisitor = (error: unknown): boolean =>
  error instanceof AppError && rejected.includes(error.number)
