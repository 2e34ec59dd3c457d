import type { WalletConnectClient, WalletConnectClientEvents } from './client.ts'
import type { WalletConnectSession } from './readSession.ts'
import { callOwnerTab, serveOtherTabs, type TabClient } from './tabChannel.ts'
import { createTabLock, type TabEnvironment } from './tabLock.ts'

/**
 * All tabs of a site share one WalletConnect key and one list of sessions. The relay delivers only to the tab that
 * connected last. So one tab, the owner, connects to the relay and the other tabs call it. A Web Lock elects the owner
 * and passes on when the owner's tab closes.
 */
const prefix = 'appkit-wallet-connect'
/** The time limit for an answer of the owner tab. A tab that is not frozen needs far less. */
const ownerMs = 2_000

export type SharedClient = TabClient & {
  /** The last session that this tab knows of. */
  session(): WalletConnectSession | null
  /** Gives up the relay connection. The next call elects an owner again, which may be another tab. */
  sleep(): Promise<void>
}

type OpenOwnClient = (events: WalletConnectClientEvents) => Promise<WalletConnectClient>

export const openSharedClient = async (
  openOwn: OpenOwnClient,
  events: WalletConnectClientEvents,
  scope: TabEnvironment,
): Promise<SharedClient> => {
  const { hostOrigin, locks, openChannel, tab } = scope
  const name = `${prefix} ${hostOrigin}`
  const channel = locks && openChannel(name)
  const known = trackSession(events)
  const owner = createOwner(openOwn, known, channel, tab)
  let role: Promise<TabClient> | undefined
  /** This tab's own client, if the tab was a guest first and then became the owner. */
  let promoted: Promise<TabClient> | undefined

  const resign = (): void => {
    role = promoted = undefined
    lock.release()
  }
  const promote = (): Promise<TabClient> => {
    role = promoted = owner.start()
    return promoted
  }
  const sleep = async (): Promise<void> => {
    owner.stop()
    resign()
    await owner.sleep()
  }
  const lock = createTabLock(name, locks, () => {
    if (owner.isActive()) void sleep().catch(() => {})
  })

  const election: Election = { lock, known, promote, promoted: () => promoted, resign }

  const client = async (): Promise<TabClient> => {
    const takeRole = async () =>
      !channel || (await lock.acquire({ ifAvailable: true }))
        ? owner.start()
        : becomeGuest(callOwnerTab(channel, tab, known.events), election)
    role ??= takeRole()
    try {
      return await role
    } catch (error) {
      resign()
      throw error
    }
  }
  await client()
  return { ...forward(client), session: known.session, sleep }
}

type Election = {
  lock: ReturnType<typeof createTabLock>
  known: KnownSession
  /** Makes this tab the owner of the relay connection. */
  promote(): Promise<TabClient>
  /** This tab's own client, if the tab became the owner meanwhile. */
  promoted(): Promise<TabClient> | undefined
  resign(): void
}

/**
 * Makes this tab a guest, which calls the owner tab. If the owner closes or does not answer, this tab takes its place.
 */
const becomeGuest = async (
  guest: ReturnType<typeof callOwnerTab>,
  { lock, known, promote, promoted, resign }: Election,
): Promise<TabClient> => {
  const promoteInTurn = async (): Promise<void> => {
    try {
      await lock.waitForTurn()
    } catch {
      return guest.rejectPending()
    }
    const starting = promote()
    guest.rejectPending()
    // A failure stays silent, because the next call tries again and reports the error.
    await starting.catch(resign)
  }
  void promoteInTurn()

  const isOwnerAwake = async (): Promise<boolean> => {
    const answered = guest.session().then((session) => {
      known.learn(session)
      return true
    })
    answered.catch(() => {})
    return Promise.race([answered, delay(ownerMs, false)])
  }
  /**
   * Finds the client to call now. A frozen tab keeps the lock, so this tab steals the lock from an owner that does not
   * answer.
   */
  const reach = async (): Promise<TabClient> => {
    try {
      if (await isOwnerAwake()) return guest.client
    } catch {
      // The call to the owner fails if the owner tab closed. By now this tab or another tab is the new owner.
      const own = promoted()
      if (own) return own
      if (await isOwnerAwake()) return guest.client
    }
    lock.release()
    await lock.acquire({ steal: true })
    return promote()
  }
  const reached = await reach()
  return reached === guest.client ? forward(reach) : reached
}

/** A client that looks up the current owner at each call. */
const forward = (client: () => Promise<TabClient>): TabClient => ({
  pair: async (...args) => (await client()).pair(...args),
  wake: async (isStale) => (await client()).wake(isStale),
  request: async (caipNetworkId, request) => (await client()).request(caipNetworkId, request),
  disconnect: async () => (await client()).disconnect(),
})

/** Remembers the last session that this tab learned of, from events or from the owner. */
type KnownSession = ReturnType<typeof trackSession>
const trackSession = (events: WalletConnectClientEvents) => {
  let session: WalletConnectSession | null = null
  return {
    session: () => session,
    events: {
      onSession: (next) => {
        session = next
        events.onSession(next)
      },
      onEvent: (event, next) => {
        session = next
        events.onEvent(event, next)
      },
      onSent: (request) => events.onSent?.(request),
    } satisfies WalletConnectClientEvents,
    /** Reports a session that changed while this tab received no events. */
    learn: (next: WalletConnectSession | null): void => {
      const before = session
      session = next
      if (before && before.topic !== next?.topic) events.onSession(next)
    },
  }
}

/** Opens and keeps this tab's own relay connection, which is used while this tab is the owner. */
const createOwner = (
  openOwn: OpenOwnClient,
  known: KnownSession,
  channel: BroadcastChannel | undefined,
  tab: string,
) => {
  let own: WalletConnectClient | undefined
  let others: WalletConnectClientEvents | undefined
  let isActive = false
  const events: WalletConnectClientEvents = {
    onSession: (session) => {
      others?.onSession(session)
      known.events.onSession(session)
    },
    onEvent: (event, session) => {
      others?.onEvent(event, session)
      known.events.onEvent(event, session)
    },
    onSent: (request) => {
      others?.onSent?.(request)
      known.events.onSent(request)
    },
  }
  return {
    isActive: () => isActive,
    start: async (): Promise<TabClient> => {
      // Another tab may have changed the stored sessions while this client slept, and a client reads them only once.
      if (own && !(await own.isClaimedBy(tab))) {
        await own.close()
        own = undefined
      }
      own ??= await openOwn(events)
      await own.claim(tab)
      if (channel) others = serveOtherTabs(channel, own)
      isActive = true
      known.learn(own.session())
      return own
    },
    stop: (): void => {
      others = undefined
      isActive = false
      // A browser evicts a page from the back/forward cache if a channel delivers a message to the page.
      if (channel) channel.onmessage = null
    },
    sleep: async (): Promise<void> => own?.sleep(),
  }
}

const delay = <Value>(ms: number, value: Value): Promise<Value> =>
  new Promise((resolve) => setTimeout(resolve, ms, value))
