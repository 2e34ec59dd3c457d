import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'

/** True if a request failed because its flow has ended: it has an answer, has expired, or never existed. */
export const isFlowEnd = (thrown: unknown): boolean => thrown instanceof AppError && thrown.code === 'FLOW_NOT_FOUND'
