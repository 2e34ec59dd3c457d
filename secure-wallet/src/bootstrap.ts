import { AppError } from 'loader/protocol/errors.ts'
import type { SecureBootstrap } from 'loader/protocol/serverApi.ts'
import * as v from 'valibot'

const schema = v.strictObject({
  version: v.string(),
  projectId: v.string(),
  frameOrigin: v.string(),
  allowedOrigins: v.array(v.string()),
})

/** The data block that this origin's server wrote into this document. Without a whole one nobody may hold the frame. */
export const readBootstrap = (document: Pick<Document, 'getElementById'>): SecureBootstrap => {
  try {
    return v.parse(schema, JSON.parse(document.getElementById('bootstrap')?.textContent ?? ''))
  } catch (cause) {
    throw new AppError('SERVER_ERROR', { values: { reason: 'no project data' }, cause })
  }
}
