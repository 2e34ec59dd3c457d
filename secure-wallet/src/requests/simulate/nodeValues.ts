import * as v from 'valibot'
import { getAddress, type Hex } from 'viem'

/** The values of a node's answers. Addresses get their checksum. */
export const hexSchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]*$/),
  v.transform((text) => text as Hex),
)
export const addressSchema = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{40}$/),
  v.transform((text) => getAddress(text)),
)
export const amountSchema = v.pipe(
  hexSchema,
  v.transform((text) => BigInt(text)),
)
export const logSchema = v.object({ address: addressSchema, topics: v.array(hexSchema), data: hexSchema })
