import { AppError } from 'loader/protocol/errors.ts'

/** EIP-1193: the visitor said no in the wallet. */
const rejected = 4001

export const isDeclined = (error: unknown): boolean => error instanceof AppError && error.number === rejected
