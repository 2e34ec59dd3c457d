import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'

/** The visitor said no in the wallet: EIP-1193, and WalletConnect's own for all of it, its chains, methods or events. */
const rejected = [4001, 5000, 5001, 5002, 5003]

export const isDeclined = (error: unknown): boolean => error instanceof AppError && rejected.includes(error.number)
