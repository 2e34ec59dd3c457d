import * as v from 'valibot'
import { defineRpcMethod } from './method.ts'

/** Nobody can be signed in yet, so there is no account to show to any site. */
export const accounts = defineRpcMethod(v.optional(v.strictTuple([])), () => [])
