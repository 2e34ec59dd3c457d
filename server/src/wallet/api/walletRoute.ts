import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Prices } from '../../data/prices/prices.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { RateLimits } from '../../http/rateLimits.ts'
import type { ProjectNodes } from '../../rpc/projectNodes.ts'
import type { EmbeddedParts } from '../embeddedParts.ts'
import type { SessionGuards } from '../sessions/guards.ts'
import type { WalletRouteName } from './routeAccess.ts'

/** The dependencies of the routes below `/v1/wallet/`. */
export type WalletParts = EmbeddedParts &
  Pick<ServerParts, 'settings' | 'projects' | 'tokenLists' | 'clock' | 'now' | 'log'> & {
    guards: SessionGuards
    /** The nodes that the secure frame may use. */
    nodes: ProjectNodes
    rateLimits: RateLimits
    prices: Prices
  }

export type WalletRequest = {
  context: Context
  /** The JSON body of a POST or PUT, not yet validated. */
  body: unknown
}

/**
 * One route of the embedded wallet's API, with a row in `routeAccess.ts`. `run` authenticates the request with
 * `guards.requireProof` or `guards.requireSession`, or by the unguessable id of a flow in the request. `run` returns the JSON answer, or throws an `AppError`, which the client gets as `HttpFailure`.
 */
export type WalletRoute = {
  [Name in WalletRouteName]: Name extends `${infer Method} ${infer Path}` ? Route<Method, Path> : never
}[WalletRouteName]

type Route<Method extends string, Path extends string> = {
  method: Method
  /** The path below `/v1/wallet/`. */
  path: Path
  /** The largest body. 64 KiB by default. */
  maxBytes?: number
  run: (request: WalletRequest) => Promise<object>
}

/** Validates a body or query value of a request. Throws INVALID_INPUT if the value doesn't match the schema. */
export const parseRequestValue = <Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, body)
  if (!parsed.success) throw new AppError(commonErrors.INVALID_INPUT)
  return parsed.output
}

/** A signature by one of the wallet's keys, in hex. */
export const walletSignatureSchema = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]*$/), v.maxLength(140))
/**
 * The optional proof in a request's body: a signature by a key of the wallet, over the share set change or key renewal.
 */
export const optionalWalletProofSchema = v.exactOptional(walletSignatureSchema)

/** Reads the wallet key's proof from the query parameter `proof`, for requests without a body. */
export const readWalletProof = ({ context }: WalletRequest): string | undefined =>
  parseRequestValue(v.optional(walletSignatureSchema), context.req.query('proof'))
