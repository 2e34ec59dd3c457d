import { AppError } from 'loader/protocol/errors.ts'

/** Of these chains' wallets none can be asked to change its network yet. */
export const switchUnavailable = async (): Promise<never> => {
  throw new AppError('CHAIN_NOT_SUPPORTED')
}
