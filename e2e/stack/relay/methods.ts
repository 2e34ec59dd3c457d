import type { ClientConnection, MessageExchange } from './exchange.ts'
import type { Mailbox, StoredMessage } from './mailbox.ts'
import { type RelayError, relayErrors } from './wire.ts'

const maxBatch = 500
const maxTtlSeconds = 30 * 86_400
/** The tags of the messages that `wc_proposeSession` and `wc_approveSession` publish (the `tag` of `irn_publish`). */
const sessionTags = { propose: 1100, proposeResponse: 1101, settle: 1102 }

type Params = Record<string, unknown>
type Context = { connection: ClientConnection; exchange: MessageExchange; mailbox: Mailbox; now: () => number }
/** `collect` lists topics. After its answer, the client gets the stored messages of these topics. */
type Answer = { result: unknown } | { result: unknown; collect: string[] } | { error: RelayError }
type Method = (context: Context, params: Params) => Answer

/** The relay's methods by name, without the prefix `irn_` of the protocol. */
const irnMethods: Record<string, Method> = {
  publish: (context, params) => publish(context, [params]),
  batchPublish: (context, { messages }) => withBatch(messages, (list) => publish(context, list)),
  subscribe: (context, { topic }) => subscribe(context, [topic], ([id]) => id),
  subscribeBlocking: (context, { topic }) => subscribe(context, [topic], ([id]) => id),
  batchSubscribe: (context, { topics }) => withBatch(topics, (list) => subscribe(context, list, (ids) => ids)),
  batchSubscribeBlocking: (context, { topics }) =>
    withBatch(topics, (list) => subscribe(context, list, (ids) => ids.map((id) => ({ id })))),
  unsubscribe: (context, { topic }) => unsubscribe(context, [topic]),
  batchUnsubscribe: (context, { subscriptions }) =>
    withBatch(subscriptions, (list) =>
      unsubscribe(
        context,
        list.map((subscription) => asParams(subscription).topic),
      ),
    ),
  fetchMessages: (context, { topic }) => fetchMessages(context, [topic]),
  batchFetchMessages: (context, { topics }) => withBatch(topics, (list) => fetchMessages(context, list)),
  batchReceive: ({ exchange, connection }, { receipts }) =>
    withBatch(receipts, (list) => {
      for (const receipt of list) exchange.receive(connection, Number(asParams(receipt).messageId))
      return { result: true }
    }),
}

const sessionMethods: Record<string, Method> = {
  /** Subscribes the site to the pairing topic and publishes the session proposal there, in one call. */
  wc_proposeSession: (context, { pairingTopic, sessionProposal, attestation, ttl }) =>
    settle(
      context,
      [pairingTopic],
      [{ topic: pairingTopic, message: sessionProposal, attestation, ttl, tag: sessionTags.propose }],
    ),
  wc_approveSession: (
    context,
    { pairingTopic, sessionTopic, sessionProposalResponse, sessionSettlementRequest, ttl },
  ) =>
    settle(
      context,
      [sessionTopic],
      [
        { topic: sessionTopic, message: sessionSettlementRequest, ttl, tag: sessionTags.settle },
        { topic: pairingTopic, message: sessionProposalResponse, ttl, tag: sessionTags.proposeResponse },
      ],
    ),
}

export function answerRequest(context: Context, method: string, params: Params): Answer {
  const [, prefix, name = ''] = /^(irn|iridium|waku)_(\w+)$/.exec(method) ?? []
  const run = prefix ? ownRow(irnMethods, name) : ownRow(sessionMethods, method)
  if (!run) return { error: relayErrors.methodNotFound }
  if (prefix) context.connection.prefix = prefix
  return run(context, params)
}

const ownRow = (table: Record<string, Method>, name: string): Method | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

function settle(context: Context, topics: unknown[], messages: Params[]): Answer {
  const listening = subscribe(context, topics, () => true)
  if ('error' in listening) return listening
  const published = publish(context, messages)
  return 'error' in published ? published : listening
}

function publish({ connection, exchange, mailbox, now }: Context, list: unknown[]): Answer {
  const messages: StoredMessage[] = []
  for (const item of list) {
    const stored = readMessage(asParams(item), connection.clientId, now())
    if ('code' in stored) return { error: stored }
    messages.push(stored)
  }
  for (const stored of messages) {
    const added = mailbox.add(stored)
    if (added === 'full') return { error: relayErrors.mailboxLimitExceeded }
    if (added === 'new') exchange.broadcast(stored)
  }
  return { result: true }
}

function readMessage(params: Params, publisher: string, now: number): StoredMessage | RelayError {
  const { topic, message, ttl, tag = 0, attestation } = params
  if (!isTopic(topic)) return relayErrors.invalidTopic
  if (typeof message !== 'string' || message === '' || typeof tag !== 'number' || typeof ttl !== 'number')
    return relayErrors.invalidParams
  if (!(ttl >= 1)) return relayErrors.ttlTooShort
  if (ttl > maxTtlSeconds) return relayErrors.ttlTooLong
  return {
    ...{ topic, message, tag, publisher, publishedAt: now, expiresAt: now + ttl * 1000, received: [] },
    ...(typeof attestation === 'string' && { attestation }),
  }
}

function subscribe({ connection, exchange }: Context, topics: unknown[], shape: (ids: string[]) => unknown): Answer {
  if (!topics.every(isTopic)) return { error: relayErrors.invalidTopic }
  return { result: shape(topics.map((topic) => exchange.listen(connection, topic))), collect: topics }
}

function unsubscribe({ connection, exchange }: Context, topics: unknown[]): Answer {
  if (!topics.every(isTopic)) return { error: relayErrors.invalidTopic }
  for (const topic of topics) exchange.ignore(connection, topic)
  return { result: true }
}

function fetchMessages({ connection, mailbox }: Context, topics: unknown[]): Answer {
  if (!topics.every(isTopic)) return { error: relayErrors.invalidTopic }
  const messages = mailbox
    .waitingFor(connection.clientId, topics)
    .map(({ publisher, received, expiresAt, ...message }) => message)
  return { result: { messages, hasMore: false } }
}

function withBatch(list: unknown, run: (list: unknown[]) => Answer): Answer {
  if (!Array.isArray(list)) return { error: relayErrors.invalidParams }
  if (list.length === 0) return { error: relayErrors.batchEmpty }
  return list.length > maxBatch ? { error: relayErrors.batchLimitExceeded } : run(list)
}

const isTopic = (topic: unknown): topic is string => typeof topic === 'string' && /^[0-9a-f]{64}$/.test(topic)
const asParams = (value: unknown): Params => (typeof value === 'object' && value !== null ? { ...value } : {})
