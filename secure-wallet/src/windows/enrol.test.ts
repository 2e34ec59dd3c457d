// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { signSolana } from '../../test/signPayload.ts'
import {
  pickNumber,
  pressButton,
  type StartedVisit,
  signInAndContinue,
  startVisit,
  textOnScreen,
  typeCode,
  waitForText,
} from '../../test/visit.ts'
import type { StorageClass } from '../session/storageClass.ts'
import { memoryStore } from '../session/store.ts'
import { readEnrolment, runEnrolment } from './enrol.ts'
import { sealText } from './flows/seal.ts'

beforeEach(() => document.body.replaceChildren())

const message = new Uint8Array(3)

const arrive = async (
  { server, load }: StartedVisit,
  documentKind: 'frame' | 'vault',
  kind: StorageClass = 'persistent',
  store = memoryStore(),
) => {
  const loaded = await load(store, kind, undefined, documentKind)
  await loaded.api.connectEmail(server.email)
  await waitForText('Check your email')
  typeCode(server.rightCode)
  await waitForText('We need to check it’s you on this browser')
  return { ...loaded, store }
}
/** A wallet window that has opened the wallet before, so it has a device key. */
const openVault = async (started: StartedVisit) => {
  const { reportUser, store } = await arrive(started, 'vault')
  expect(textOnScreen()).not.toContain('Open wallet window')
  pressButton('Recover by email')
  await pickNumber(started.server)
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  const { wallet, api } = await started.load(store, 'persistent', undefined, 'vault')
  await api.isConnected()
  return wallet
}
const setUp = async (kind?: StorageClass) => {
  const started = await startVisit()
  await signInAndContinue(started)
  const vault = await openVault(started)
  const frame = await arrive(started, 'frame', kind)
  pressButton('Open wallet window')
  await waitForText('Waiting for the wallet window')
  const [address = ''] = frame.opened
  expect(new URL(address, 'https://wallet.example').pathname).toBe('/vault')
  const fragment = new URLSearchParams(new URL(address, 'https://wallet.example').hash.slice(1))
  const connection = started.server.connect()
  /** Opens the wallet window at the URL from the secure frame. The visitor of the window follows every instruction. */
  const visitWindow = async (act: 'enable' | 'refuse', typed = document.querySelector('.figure')?.textContent) => {
    const panels: HTMLElement[] = []
    await runEnrolment({
      ...(await readEnrolment(connection, fragment)),
      wallet: vault,
      server: connection,
      show: (root) => void panels.push(root),
      origin: 'https://wallet.example',
      confirm: ({ root }, approved) => {
        const input = root.querySelector('input')
        if (act === 'enable' && input) {
          input.value = typed ?? ''
          return approved()
        }
        const [, cancel] = root.querySelectorAll('button')
        cancel?.click()
      },
    })
    return panels.map(({ textContent }) => textContent)
  }
  return { ...started, frame, vault, visitWindow }
}

test('a frame without a device key gets the wallet from the window, and unlocks it automatically from then on', async () => {
  const { server, load, frame, visitWindow } = await setUp()
  const [asks, , done] = await visitWindow('enable')
  expect(asks).toContain('Enable your wallet on shop.example?')
  expect(asks).toContain('Chrome on Linux')
  expect(done).toContain('Enabled on shop.example')
  await vi.waitFor(() => expect(frame.reportUser).toHaveBeenCalled())
  expect(await signSolana(frame.wallet.keys, message)).toHaveLength(64)
  expect(server.state.wallet?.sets.map(({ type }) => type)).toEqual(['device', 'guardian', 'vault', 'device'])

  const { api, wallet, panels } = await load(frame.store)
  await api.isConnected()
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
  expect(panels).toEqual([])
})

test('a frame without storage gets the wallet from the window', async () => {
  const { frame, visitWindow } = await setUp('none')
  await visitWindow('enable')
  await vi.waitFor(() => expect(frame.reportUser).toHaveBeenCalled())
  expect(await signSolana(frame.wallet.keys, message)).toHaveLength(64)
})

test('the server that relays the flow cannot read the vault key', async () => {
  const { server, frame, vault, visitWindow } = await setUp()
  const giveKey = vi.spyOn(vault.custody, 'giveKey')
  await visitWindow('enable')
  const handover = await giveKey.mock.results[0]?.value
  const carried = JSON.stringify([...server.state.flows, ...server.state.answers])
  expect(carried).not.toContain(handover.sealed.data)
  expect(carried).not.toContain(new URLSearchParams(frame.opened[0]?.split('#')[1]).get('key'))
})

test('the frame offers the other recovery methods after a refusal in the window', async () => {
  const { frame, visitWindow } = await setUp()
  const [, refused] = await visitWindow('refuse')
  expect(refused).toContain('Nothing was enabled')
  await waitForText('Recover by email')
  expect(frame.wallet.keys.status()).toBe('locked')
})

test('a wrong number ends the enrolment request, and both the frame and the wallet window explain why', async () => {
  const { frame, vault, visitWindow } = await setUp()
  const giveKey = vi.spyOn(vault.custody, 'giveKey')
  const [, wrong] = await visitWindow('enable', document.querySelector('.figure')?.textContent === '10' ? '11' : '10')
  expect(wrong).toContain('The numbers differ')
  expect(wrong).toContain('Somebody else may have sent you this link')
  expect(giveKey).not.toHaveBeenCalled()
  await waitForText('Another number was typed')
  expect(frame.wallet.keys.status()).toBe('locked')
  pressButton('Another way')
  await waitForText('Recover by email')
})

test('the wallet window does not show the number to type, and says that the frame shows it', async () => {
  const { visitWindow } = await setUp()
  const number = document.querySelector('.figure')?.textContent ?? ''
  expect(number).toMatch(/^[1-9][0-9]$/)
  const [asks] = await visitWindow('enable')
  expect(asks).toContain('Number that your wallet on shop.example shows right now')
  expect(asks).toContain('came here by a link')
  expect(asks?.replace(/0x\w+…\w{4}/, '')).not.toContain(number)
})

test.each<[string, (started: Awaited<ReturnType<typeof setUp>>) => unknown]>([
  [
    'a session of another site than the frame names',
    ({ server }) =>
      [...server.state.askers.values()].map((asker) => Object.assign(asker, { host: 'https://other.example' })),
  ],
  [
    'a frame with another wallet',
    ({ vault }) => {
      const wallet = vault.session.facts()?.wallet
      if (wallet) vault.session.learn({ wallet: { ...wallet, walletId: 'another' } })
    },
  ],
  [
    // An attacker with the mailbox can log in with any client, and the client may claim to be a wallet window.
    'a client that claims to be a wallet window',
    async ({ server, vault, frame }) => {
      for (const asker of server.state.askers.values()) asker.host = 'https://wallet.example'
      const [flowId = ''] = server.state.flows.keys()
      const key = new URLSearchParams(frame.opened[0]?.split('#')[1]).get('key') ?? ''
      const { walletId = '' } = vault.session.facts()?.wallet ?? {}
      const request = { host: 'https://wallet.example', walletId, email: server.email, publicKey: 'A'.repeat(87) }
      server.state.flows.set(flowId, await sealText(key, flowId, 'request', JSON.stringify(request)))
    },
  ],
])('the wallet window does not give the wallet to %s', async (_name, change) => {
  const started = await setUp()
  await change(started)
  await expect(started.visitWindow('enable')).rejects.toMatchObject({ code: 'FLOW_NOT_FOUND' })
  expect(started.server.state.answers.size).toBe(0)
})

test('the frame explains that the browser blocked the wallet window', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { opened } = await arrive(started, 'frame')
  vi.spyOn(opened, 'push').mockReturnValue(0)
  pressButton('Open wallet window')
  await waitForText('Continue in the wallet window')
  pressButton('Open wallet window')
  expect(textOnScreen()).toContain('The window did not open')
  pressButton('Another way')
  await waitForText('Recover by email')
})

/** A wallet window that once recovered the wallet with the guardian, and whose session has ended since. */
const endedWindow = async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { server, load } = started
  const { reportUser, store, wallet } = await arrive(started, 'vault')
  pressButton('Recover by email')
  await pickNumber(server)
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  server.state.releaseAt = Date.now() + 3_600_000
  server.state.ended = true
  await expect(wallet.session.ask({ method: 'GET', path: 'session' })).rejects.toMatchObject({
    code: 'SESSION_REVOKED',
  })
  server.state.ended = false
  const back = await load(store, 'persistent', undefined, 'vault')
  const signIn = async () => {
    await back.api.connectEmail(server.email)
    await waitForText('Check your email')
    typeCode(server.rightCode)
  }
  const recover = async () => {
    await waitForText('We need to check it’s you on this browser')
    pressButton('Recover by email')
    await pickNumber(server)
  }
  return { ...started, ...back, signIn, recover }
}

test('a window whose session ended unlocks the wallet automatically after the next login', async () => {
  const { reportUser, wallet, signIn } = await endedWindow()
  await signIn()
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
})

test("a wallet window that unlocked the wallet before recovers it without the guardian's delay, even after it signed out", async () => {
  const { server, reportUser, wallet, signIn, recover } = await endedWindow()
  server.state.shareSets.delete(server.state.wallet?.sets.find((set) => set.type === 'vault')?.setId ?? '')
  await signIn()
  await recover()
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
  await wallet.signOut()
  for (const { setId, type } of server.state.wallet?.sets ?? [])
    if (type === 'vault') server.state.shareSets.delete(setId)
  reportUser.mockClear()
  await signIn()
  await recover()
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
})

test('a wallet window that signs out keeps its key', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const { reportUser, store, wallet } = await arrive(started, 'vault')
  pressButton('Recover by email')
  await pickNumber(started.server)
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  await wallet.signOut()
  const { walletId } = started.server.state.wallet ?? {}
  expect(await store.get(`vault ${walletId} p https://wallet.example`)).toBeDefined()
})

test('a window that loses its storage during a recovery adds no unlock method, but opens the wallet until the window closes', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const store = memoryStore()
  const { put } = store
  vi.spyOn(store, 'put').mockImplementation(async (name, value) => {
    if (name.startsWith('vault')) throw new DOMException('', 'QuotaExceededError')
    return put(name, value)
  })
  const { reportUser, wallet } = await arrive(started, 'vault', 'persistent', store)
  pressButton('Recover by email')
  await pickNumber(started.server)
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  const sets = started.server.state.wallet?.sets.map((set) => [set.type, set.confirmed])
  expect(sets).toEqual([
    ['device', true],
    ['guardian', true],
    ['vault', false],
  ])
  await wallet.lock()
  expect(await signSolana(wallet.keys, message)).toHaveLength(64)
})

test('a window stores its device key before the server confirms its share set', async () => {
  const started = await startVisit()
  await signInAndContinue(started)
  const store = memoryStore()
  const { put } = store
  const { fetch } = started.server
  const order: string[] = []
  vi.spyOn(store, 'put').mockImplementation(async (name, value) => {
    await put(name, value)
    if (name.startsWith('vault')) order.push('stored')
  })
  started.server.fetch = (...args) => {
    if (String(args[0]).endsWith('/confirm')) order.push('confirmed')
    return fetch(...args)
  }
  const { reportUser } = await arrive(started, 'vault', 'persistent', store)
  pressButton('Recover by email')
  await pickNumber(started.server)
  await vi.waitFor(() => expect(reportUser).toHaveBeenCalled())
  expect(order).toEqual(['stored', 'confirmed'])
})
