import type { Client, ClientEvents } from './client.ts'
import type { Scope } from './scope.ts'
import type { Session } from './session.ts'
import { askTab, serveTabs, type TabClient } from './tabs.ts'

/**
 * The tabs of a site have one key and one list of sessions, and the relay answers whichever of them came last. So one tab
 * owns the line, and the others speak through it. The browser's lock says which, and goes on when its tab does.
 */
const prefix = 'appkit-wallet-connect'
/** A tab that is awake answers at once. */
const ownerMs = 2_000

export type SharedClient = TabClient & {
  /** As far as this tab knows. */
  session(): Session | null
  /** Gives the line to another tab. Whatever is asked next takes it again, here or there. */
  sleep(): Promise<void>
}

/** The client, whichever tab it is in. */
export const openShared = async (
  openOwn: (events: ClientEvents) => Promise<Client>,
  events: ClientEvents,
  { hostOrigin, locks, openChannel, tab }: Scope,
): Promise<SharedClient> => {
  const name = `${prefix} ${hostOrigin}`
  const channel = locks && openChannel(name)
  let known: Session | null = null
  let role: Promise<TabClient> | undefined
  /** The line came to this tab, which had asked another one. */
  let taken: Promise<TabClient> | undefined
  let own: Client | undefined
  let others: ClientEvents | undefined
  let leave: (() => void) | undefined
  let isOwner = false

  const here: ClientEvents = {
    onSession: (session) => {
      known = session
      events.onSession(session)
    },
    onEvent: (event, session) => {
      known = session
      events.onEvent(event, session)
    },
    onSent: (request) => events.onSent?.(request),
  }
  const both: ClientEvents = {
    onSession: (session) => {
      others?.onSession(session)
      here.onSession(session)
    },
    onEvent: (event, session) => {
      others?.onEvent(event, session)
      here.onEvent(event, session)
    },
    onSent: (request) => {
      others?.onSent?.(request)
      here.onSent?.(request)
    },
  }

  /** Where this tab had a session, it hears what became of it. */
  const learn = (session: Session | null): void => {
    const before = known
    known = session
    if (before && before.topic !== session?.topic) events.onSession(session)
  }

  const beOwner = async (): Promise<TabClient> => {
    // A client that slept does not know what another tab did with the session meanwhile.
    if (own && !(await own.isClaimedBy(tab))) {
      await own.close()
      own = undefined
    }
    own ??= await openOwn(both)
    await own.claim(tab)
    if (channel) others = serveTabs(channel, own)
    isOwner = true
    learn(own.session())
    return own
  }
  const beGuest = async (manager: LockManager, open: BroadcastChannel): Promise<TabClient> => {
    const { client, session, lose } = askTab(open, tab, here)
    void takeOver(lose)
    const isReached = async (): Promise<boolean> => {
      const answered = session().then((current) => {
        learn(current)
        return true
      })
      answered.catch(() => {})
      return Promise.race([answered, after(ownerMs, false)])
    }
    /** The owner's tab may sleep with the line in its hand; then it is taken from it. */
    const reach = async (): Promise<TabClient> => {
      try {
        if (await isReached()) return client
      } catch {
        // The owner went before it answered, and the line is here now or with another one.
        if (taken) return taken
        if (await isReached()) return client
      }
      leave?.()
      await lock(manager, { steal: true })
      role = taken = beOwner()
      return taken
    }
    const reached = await reach()
    if (reached !== client) return reached
    return {
      pair: async (...asked) => (await reach()).pair(...asked),
      wake: async (isStale) => (await reach()).wake(isStale),
      request: async (caipNetworkId, request) => (await reach()).request(caipNetworkId, request),
      disconnect: async () => (await reach()).disconnect(),
    }
  }

  /** Whether the lock is ours; if so until `leave`, or until another tab takes it. */
  const lock = (manager: LockManager, options: LockOptions): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const use = async (granted: Lock | null): Promise<void> => {
        const held = Promise.withResolvers<void>()
        if (granted) leave = held.resolve
        else held.resolve()
        resolve(granted !== null)
        await held.promise
      }
      const ended = (error: unknown): void => {
        reject(error)
        if (isOwner) void sleep().catch(() => {})
      }
      manager.request(name, options, use).catch(ended)
    })
  const takeOver = async (lose: () => void): Promise<void> => {
    const ended = new AbortController()
    leave = () => ended.abort()
    try {
      if (locks) await lock(locks, { signal: ended.signal })
    } catch {
      // Left before it was its turn.
      return lose()
    }
    role = taken = beOwner()
    lose()
    try {
      await role
    } catch {
      // Whoever asks next tries again, and is told.
      role = taken = undefined
      leave?.()
    }
  }
  const take = async (): Promise<TabClient> => {
    if (!locks || !channel || (await lock(locks, { ifAvailable: true }))) return beOwner()
    return beGuest(locks, channel)
  }
  const client = async (): Promise<TabClient> => {
    role ??= take()
    try {
      return await role
    } catch (error) {
      role = taken = undefined
      leave?.()
      throw error
    }
  }

  const sleep = async (): Promise<void> => {
    role = taken = others = undefined
    isOwner = false
    // Whoever has the line now answers; and a word to a page that is put aside would end it.
    if (channel) channel.onmessage = null
    leave?.()
    await own?.sleep()
  }

  await client()
  return {
    session: () => known,
    pair: async (...asked) => (await client()).pair(...asked),
    wake: async (isStale) => (await client()).wake(isStale),
    request: async (caipNetworkId, request) => (await client()).request(caipNetworkId, request),
    disconnect: async () => (await client()).disconnect(),
    sleep,
  }
}

const after = <Value>(ms: number, value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(resolve, ms, value))
