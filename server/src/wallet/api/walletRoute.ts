import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Parts } from '../../http/parts.ts'
import type { RateLimits } from '../../http/rateLimits.ts'
import type { ProjectNodes } from '../../rpc/projectNodes.ts'
import type { EmbeddedParts } from '../embeddedParts.ts'
import type { Guards } from '../sessions/guards.ts'

/** What the routes of `/v1/wallet/*` are made of. */
export type WalletParts = EmbeddedParts &
  Pick<Parts, 'settings' | 'projects' | 'clock' | 'now' | 'log'> & {
    guards: Guards
    nodes: ProjectNodes
    rateLimits: RateLimits
  }

export type WalletRequest = {
  context: Context
  /** What a POST or PUT brought, parsed from JSON and not checked in any other way. */
  body: unknown
}

/**
 * One row of the API. `run` answers what is sent as JSON, or throws an `AppError`, which is sent as `HttpFailure`. Who
 * may ask is its first question: `guards.requireProof` or `guards.requireSession`.
 */
export type WalletRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/v1/wallet/`. */
  path: string
  /** 64 KiB where it isn't said. */
  maxBytes?: number
  run: (request: WalletRequest) => Promise<object>
}

/** INVALID_INPUT where it isn't of this shape. */
export const parseBody = <Schema extends v.GenericSchema>(schema: Schema, body: unknown): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new AppError(commonErrors.INVALID_INPUT)
  return parsed.output
}

/** By one of a wallet's keys. */
export const signature = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/), v.maxLength(140))
/** Of a `ShareSetChange`. */
export const proofField = v.exactOptional(signature)

/** Of a request without a body. */
export const readProof = ({ context }: WalletRequest): string | undefined =>
  parseBody(v.optional(signature), context.req.query('proof'))
