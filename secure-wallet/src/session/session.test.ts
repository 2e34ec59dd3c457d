import type { LoginResult, SessionTokens } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestServer, testSite } from '../../test/server.ts'
import { createNodeClient } from './node.ts'
import { createSession } from './session.ts'
import { memoryStore, withMemoryFallback } from './store.ts'
import { createWithLock } from './withLock.ts'

let clock: number
beforeEach(() => {
  clock = Date.parse('2026-11-21T12:00:00Z')
})
const now = () => clock

/** A server that issues tokens and accepts each refresh token once. */
const start = () => {
  const server = createTestServer({ now })
  let count = 0
  let refresh = ''
  const access = new Set<string>()
  /** For each token, the thumbprint of the key that signed the first proof with the token. */
  const owners = new Map<string, string>()
  let alive = true
  const issue = (): SessionTokens => {
    count++
    refresh = `refresh${count}`
    access.add(`access${count}`)
    return { accessToken: `access${count}`, accessExpiresAt: clock + 600_000, refreshToken: refresh }
  }
  const facts = {
    sessionId: 's',
    userId: 'u',
    email: 'ada@shop.example',
    browser: 'Chrome on Linux',
    custody: 'assisted',
    authTime: clock,
    freshMs: 300_000,
    wallet: null,
  } as const
  server.app.post('/session/refresh', async (context) => {
    const { refreshToken } = await context.req.json()
    // The answer takes long enough for a second request to overtake the first.
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (!alive || refreshToken !== refresh) {
      alive = false
      return context.json({ reasons: [{ code: 'SESSION_REVOKED' }] }, 401)
    }
    return context.json(issue())
  })
  server.app.use('/session', async (context, next) => {
    const token = context.req.header('Authorization')?.slice(5) ?? ''
    if (!alive || !access.has(token)) return context.json({ reasons: [{ code: 'SESSION_REVOKED' }] }, 401)
    const { thumbprint } = context.get('proof')
    if ((owners.get(token) ?? thumbprint) !== thumbprint)
      return context.json({ reasons: [{ code: 'DPOP_INVALID' }] }, 401)
    owners.set(token, thumbprint)
    return next()
  })
  server.app.get('/session', (context) => context.json(facts))
  server.app.post('/session/sign-out', (context) => context.body(null, 204))
  const store = memoryStore()
  const withLock = createWithLock(() => {
    throw new Error('no locks')
  })
  const open = () => {
    const ended = vi.fn()
    const session = createSession({
      server: server.connect(store),
      store: withMemoryFallback(store, () => undefined),
      scope: 'p https://shop.example',
      withLock,
      ended,
      now,
    })
    return { session, ended }
  }
  const signedIn = (): LoginResult => ({ tokens: issue(), session: facts })
  const signOutPlan = () => ({ put: {}, remove: [], server: server.connect(store) })
  return {
    ...server,
    store,
    open,
    signedIn,
    signOutPlan,
    facts,
    revoke: () => access.clear(),
    end: () => (alive = false),
  }
}
const readSession = { method: 'GET', path: 'session' } as const
const revoked = expect.objectContaining({ code: 'SESSION_REVOKED' })

test('has no session before the first login', async () => {
  const { open, state } = start()
  const { session } = open()
  expect(await session.restore()).toBeNull()
  await expect(session.ask(readSession)).rejects.toThrow(revoked)
  expect(state.requests).toEqual([])
})

test('the next document restores the stored session', async () => {
  const { open, signedIn, facts } = start()
  await open().session.begin(signedIn())
  const { session } = open()
  expect(await session.restore()).toEqual(facts)
  expect(session.facts()).toEqual(facts)
})

test.each([0, -3_600_000, 3_600_000])(
  'a login is fresh for as long as the server says, whatever the clock of this browser shows (%i ms off)',
  async (shift) => {
    clock += shift
    const { open, signedIn } = start()
    const { session } = open()
    expect(session.isFresh()).toBe(false)
    const { tokens, session: facts } = signedIn()
    await session.begin({ tokens, session: { ...facts, authTime: clock - shift, freshMs: 300_000 } })
    clock += 299_999
    expect(session.isFresh()).toBe(true)
    clock += 1
    expect(session.isFresh()).toBe(false)
  },
)

describe('a session that the browser cannot store', () => {
  const begin = async () => {
    const started = start()
    const { store, open, signedIn } = started
    const { put } = store
    const full = vi.spyOn(store, 'put').mockImplementation(async (name, value) => {
      if (name.startsWith('session')) throw new DOMException('', 'QuotaExceededError')
      return put(name, value)
    })
    const { session } = open()
    await session.begin(signedIn())
    return { ...started, session, full }
  }

  test('a session that the browser cannot store works until its document ends', async () => {
    const { session, facts, open, state } = await begin()
    expect(session.facts()).toEqual(facts)
    expect(await session.restore()).toEqual(facts)
    clock += 580_000
    expect(await session.ask(readSession)).toEqual(facts)
    clock += 580_000
    expect(await session.ask(readSession)).toEqual(facts)
    expect(state.requests.filter((request) => request === 'POST session/refresh')).toHaveLength(2)
    expect(await open().session.restore()).toBeNull()
  })

  test('a session that the browser cannot store deletes the older stored session, and is stored once there is room', async () => {
    const { session, facts, full, open, store, signedIn } = await begin()
    full.mockRestore()
    clock += 580_000
    await session.ask(readSession)
    expect(await open().session.restore()).toEqual(facts)
    vi.spyOn(store, 'put').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
    await session.begin(signedIn())
    expect(await open().session.restore()).toBeNull()
  })

  test('a session that the browser could not store can sign out', async () => {
    const { session, state, signOutPlan } = await begin()
    expect(await session.signOut(signOutPlan)).toBeNull()
    expect(state.requests).toContain('POST session/sign-out')
    expect(await session.restore()).toBeNull()
  })
})

test('keeps the sessions of two sites apart', async () => {
  const { open, signedIn, store, connect } = start()
  await open().session.begin(signedIn())
  const other = createSession({
    server: connect(store),
    store,
    scope: 'p https://other.example',
    withLock: (_, run) => run(),
    ended: () => undefined,
    now,
  })
  expect(await other.restore()).toBeNull()
})

describe('the tokens of an open session', () => {
  test('refreshes the tokens before they expire, once for parallel requests', async () => {
    const { open, signedIn, state } = start()
    const { session } = open()
    await session.begin(signedIn())
    clock += 580_000
    await Promise.all([session.ask(readSession), session.ask(readSession), session.ask(readSession)])
    expect(state.requests.filter((request) => request === 'POST session/refresh')).toHaveLength(1)
  })

  test('two tabs refresh the tokens of their session only once', async () => {
    const { open, signedIn, state } = start()
    const [first, second] = [open(), open()]
    await first.session.begin(signedIn())
    await second.session.restore()
    clock += 580_000
    await Promise.all([first.session.ask(readSession), second.session.ask(readSession)])
    expect(state.requests.filter((request) => request === 'POST session/refresh')).toHaveLength(1)
  })

  test('refreshes the tokens if the server no longer knows the access token', async () => {
    const { open, signedIn, revoke, facts } = start()
    const { session } = open()
    await session.begin(signedIn())
    revoke()
    expect(await session.ask(readSession)).toEqual(facts)
  })
})

test('ends the session in this browser after the server has ended it', async () => {
  const { open, signedIn, end } = start()
  const { session, ended } = open()
  await session.begin(signedIn())
  end()
  await expect(session.ask(readSession)).rejects.toThrow(revoked)
  expect(ended).toHaveBeenCalledOnce()
  expect(session.facts()).toBeNull()
  expect(await open().session.restore()).toBeNull()
})

test('keeps the stored session if the server is unreachable', async () => {
  const { open, signedIn, state, facts } = start()
  await open().session.begin(signedIn())
  state.offline = true
  const { session, ended } = open()
  await expect(session.restore()).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
  expect(ended).not.toHaveBeenCalled()
  state.offline = false
  expect(await session.restore()).toEqual(facts)
})

test("ends the session if the visitor deletes the site's data while the page is open", async () => {
  const { open, signedIn, store } = start()
  const { session, ended } = open()
  await session.begin(signedIn())
  await session.ask({ method: 'GET', path: 'session' })
  await store.remove('session p https://shop.example', 'clientKey p')
  await expect(session.ask({ method: 'GET', path: 'session' })).rejects.toMatchObject({ code: 'SESSION_REVOKED' })
  expect(ended).toHaveBeenCalledOnce()
  expect(session.facts()).toBeNull()
})

test('ends the session without a request after another tab has ended it', async () => {
  const { open, signedIn, state, signOutPlan } = start()
  const { session, ended } = open()
  await session.begin(signedIn())
  state.offline = true
  await open().session.signOut(signOutPlan)
  expect(await session.restore()).toBeNull()
  expect(ended).toHaveBeenCalledOnce()
})

describe('a session while another user signs in in another tab', () => {
  const bob = { userId: 'bob', email: 'bob@shop.example' }
  const switched = async () => {
    const started = start()
    const ada = started.open()
    await ada.session.begin(started.signedIn())
    const other = started.open()
    await other.session.signOut(started.signOutPlan)
    started.revoke()
    const { tokens, session } = started.signedIn()
    await other.session.begin({ tokens, session: { ...session, ...bob } })
    return { ...started, ada, other }
  }

  test("sends no request of the first user with the second user's tokens", async () => {
    const { ada, other, state, store } = await switched()
    state.requests.length = 0
    await expect(ada.session.ask(readSession)).rejects.toThrow(revoked)
    expect(state.requests).toEqual(['GET session'])
    expect(ada.ended).toHaveBeenCalledOnce()
    expect(ada.session.facts()).toBeNull()
    // The stored session belongs to the second user and stays.
    expect(await store.get('session p https://shop.example')).toMatchObject({ userId: 'bob' })
    expect(await other.session.restore()).toMatchObject(bob)
  })

  test("ends the first user's session at the next check", async () => {
    const { ada, other } = await switched()
    expect(await ada.session.restore()).toBeNull()
    expect(ada.ended).toHaveBeenCalledOnce()
    expect(await other.session.restore()).toMatchObject(bob)
  })

  test("a sign-out in the first user's tab ends the second user's session", async () => {
    const { ada, other, signOutPlan } = await switched()
    expect(await ada.session.signOut(signOutPlan)).toBeNull()
    expect(await other.session.restore()).toBeNull()
    expect(other.ended).toHaveBeenCalled()
  })
})

describe('a sign-out from the session', () => {
  test('a sign-out tells the server, even if this document has not used the session yet', async () => {
    const { open, signedIn, state, signOutPlan } = start()
    await open().session.begin(signedIn())
    expect(await open().session.signOut(signOutPlan)).toBeNull()
    expect(state.requests).toContain('POST session/sign-out')
  })

  test('a sign-out tells the server and deletes the stored session', async () => {
    const { open, signedIn, state, signOutPlan } = start()
    const { session } = open()
    await session.begin(signedIn())
    expect(await session.signOut(signOutPlan)).toBeNull()
    expect(state.requests).toContain('POST session/sign-out')
    expect(await open().session.restore()).toBeNull()
  })

  test('a sign-out works without the server, and returns the tokens to revoke', async () => {
    const { open, signedIn, state, signOutPlan } = start()
    const { session, ended } = open()
    await session.begin(signedIn())
    state.offline = true
    expect(await session.signOut(signOutPlan)).toMatchObject({ accessToken: 'access1' })
    expect(ended).toHaveBeenCalledOnce()
    expect(await open().session.restore()).toBeNull()
  })
})

describe('the DPoP proof of a request', () => {
  test("creates the DPoP proof again with the server's new nonce", async () => {
    const { open, signedIn, state, facts } = start()
    const { session } = open()
    await session.begin(signedIn())
    await session.ask(readSession)
    state.nonce = 'n2'
    expect(await session.ask(readSession)).toEqual(facts)
  })

  test('a second server client uses the nonce that the first client received', async () => {
    const server = createTestServer({ now })
    server.app.get('/session', (context) => context.json({}))
    const sharedState = { skewMs: 0 }
    await server.connect(memoryStore(), now, sharedState)(readSession)
    expect(server.state.refused).toBe(1)
    const other = server.connect(memoryStore(), now, sharedState)
    await Promise.all([other(readSession), other(readSession)])
    expect(server.state.refused).toBe(1)
  })

  test("creates the DPoP proof again with the server's time if the local clock is wrong", async () => {
    const server = createTestServer({ now })
    server.app.get('/session', (context) => context.json({}))
    const client = server.connect(memoryStore(), () => clock - 7_200_000)
    expect(await client(readSession)).toEqual({})
    expect(await client(readSession)).toEqual({})
  })
})

test('the DPoP proof names the site', async () => {
  const server = createTestServer({ now })
  server.app.get('/session', (context) => context.json(context.get('proof').claims))
  expect(await server.connect()(readSession)).toMatchObject(testSite)
})

describe("the client of the operator's node", () => {
  const connect = (answer: object, sent: unknown[] = []) => {
    const server = createTestServer({ now })
    server.app.post('/rpc', async (context) => {
      const { requests } = (await context.req.json()) as { requests: { method: string }[] }
      sent.push(requests.map(({ method }) => method))
      return context.json({ answers: requests.map(({ method }) => ({ ...answer, method })) })
    })
    return createNodeClient(server.connect())
  }
  test('the node client sends the reads of one moment together, and later or larger ones apart', async () => {
    const sent: unknown[] = []
    const node = connect({ result: '0x1' }, sent)
    const large = '0'.repeat(200_000)
    await Promise.all([
      node.ask('eip155:1', 'eth_getBalance', []),
      node.ask('eip155:1', 'eth_call', [large]),
      node.ask('eip155:1', 'eth_gasPrice', [large]),
    ])
    await node.ask('eip155:1', 'eth_blockNumber', [])
    expect(sent).toHaveLength(3)
    expect(sent).toEqual(
      expect.arrayContaining([['eth_getBalance', 'eth_call'], ['eth_gasPrice'], ['eth_blockNumber']]),
    )
  })
  test.each([{}, { answers: 'x' }, { answers: [] }, { answers: [null] }])(
    'the node client rejects a read if the server answers %j',
    async (answer) => {
      const server = createTestServer({ now })
      server.app.post('/rpc', (context) => context.json(answer))
      const asked = createNodeClient(server.connect()).ask('eip155:1', 'eth_getBalance', [])
      await expect(asked).rejects.toMatchObject({ code: 'SERVER_ERROR' })
    },
  )
  test("the node client returns the result of the operator's node", async () => {
    expect(await connect({ result: '0x1' }).ask('eip155:1', 'eth_blockNumber', [])).toBe('0x1')
  })
  test("the node client rejects with the error of the operator's node", async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
    await expect(connect({ error }).ask('eip155:1', 'eth_call', [])).rejects.toMatchObject({
      code: 'WALLET_ERROR',
      number: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    })
  })
})
