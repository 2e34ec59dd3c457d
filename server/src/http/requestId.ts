import { randomUUID } from 'node:crypto'
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

/**
 * A response that carries the id of its line in the log, so that a visitor's report leads to that line. The id is
 * random, because a counter would tell everybody how many requests the server gets. Adding the header here costs less
 * than building a Headers object for each response.
 */
export class IdentifiedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  readonly requestId = setRequestId(this)
}

const setRequestId = (response: ServerResponse): string => {
  const id = randomUUID()
  response.setHeader('X-Request-Id', id)
  return id
}

/** The id of a request, for the log. Undefined if a test calls the app without a connection. */
export const requestIdOf = ({ env }: Context): string | undefined => {
  const outgoing: unknown = env?.outgoing
  return outgoing instanceof IdentifiedResponse ? outgoing.requestId : undefined
}
