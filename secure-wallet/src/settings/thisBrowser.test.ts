// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { openSettings } from '../../test/openSettings.ts'
import { testSite, walletOrigin } from '../../test/server.ts'
import { signSolana } from '../../test/signPayload.ts'
import { pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'
import type { WalletOffer } from '../unlock/recovery/takeOffer.ts'

beforeEach(() => document.body.replaceChildren())

type Opened = Awaited<ReturnType<typeof openSettings>>
const scope = `${testSite.projectId} ${walletOrigin}`
const signedOut = { isConnected: false, accounts: {} }
const rowName = 'Remove from this browser'
const title = 'Remove this wallet from this browser?'

const openPanel = async () => {
  pressButton(rowName)
  await waitForText(title)
}
/** The last login is old, so the removal asks for a code. */
const confirm = async ({ server }: Pick<Opened, 'server'>) => {
  pressButton('Remove it here')
  await waitForText('Check your email')
  typeCode(server.rightCode)
}
const storedNames = async ({ server, store }: Pick<Opened, 'server' | 'store'>, walletId: string) => {
  const names = ['session', 'clientKey', 'recognised', 'recovery', `vault ${walletId}`, `coming vault ${walletId}`]
  const found = await Promise.all(names.map(async (name) => ((await store.get(`${name} ${scope}`)) ? name : null)))
  expect(server.state.wallet?.walletId).toBe(walletId)
  return found.filter((name) => name !== null)
}
const withoutGuardian = (opened: Opened) => {
  const { wallet } = opened.server.state
  if (wallet) wallet.sets = wallet.sets.filter(({ type }) => type !== 'guardian')
}
const addWindowElsewhere = ({ server }: Opened) => {
  const own = server.state.wallet?.sets.find(({ type }) => type === 'vault')
  if (!own) throw new Error('There is no window')
  server.state.wallet?.sets.push({ ...own, setId: crypto.randomUUID(), label: 'Firefox on Windows' })
}

describe('the removal of the wallet from this browser', () => {
  test('takes a code, and leaves no share set, key or session of this browser', async () => {
    const opened = await openSettings('vault')
    const { server, reportUser } = opened
    const walletId = server.state.wallet?.walletId ?? ''
    await vi.waitFor(() => expect(server.state.recognised).toHaveLength(1))
    expect(await storedNames(opened, walletId)).toEqual(['session', 'clientKey', 'recognised', `vault ${walletId}`])
    await openPanel()
    expect(server.state.revoked).toEqual([])
    await confirm(opened)
    await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual(signedOut))
    expect(server.state.revoked).toEqual(['s'])
    await vi.waitFor(async () => expect(await storedNames(opened, walletId)).toEqual([]))
    expect(server.state.wallet?.sets.map(({ type }) => type)).toEqual(['device', 'guardian'])
  })

  test('touches no other browser, and no recognised browser of the recovery service', async () => {
    const opened = await openSettings('vault')
    const { server, store, load, reportUser } = opened
    const { recognised } = server.state
    await openPanel()
    await confirm(opened)
    await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual(signedOut))
    expect([server.state.taken, server.state.recognised]).toEqual([[], recognised])
    const site = await load(store)
    await site.api.connectEmail(server.email)
    await waitForText('Check your email')
    typeCode(server.rightCode)
    await vi.waitFor(() => expect(site.reportUser).toHaveBeenCalled())
    expect(await signSolana(site.wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })

  test('is no sign-out: a later login in this window has to recover the wallet', async () => {
    const opened = await openSettings('vault')
    const { server, store, load, reportUser } = opened
    await openPanel()
    await confirm(opened)
    await vi.waitFor(() => expect(reportUser.mock.lastCall?.[0]).toEqual(signedOut))
    const next = await load(store, 'persistent', undefined, 'vault')
    expect(await next.api.isConnected()).toEqual(signedOut)
    await next.api.connectEmail(server.email)
    await waitForText('Check your email')
    typeCode(server.rightCode)
    await waitForText('We need to check it’s you on this browser')
  })

  test('says which ways are left, and no others', async () => {
    const opened = await openSettings('vault')
    await openPanel()
    expect(textOnScreen()).toContain(
      'Your emailWith a link in your email. If you have a passkey or a backup, after a wait',
    )
    for (const absent of ['Your passkey', 'Your backup', 'Another browser'])
      expect(textOnScreen()).not.toContain(absent)
    pressButton('Keep it here')
    await waitForText('Sign out everywhere')
    pressButton('Passkey')
    await waitForText('Synced by its provider')
    addWindowElsewhere(opened)
    withoutGuardian(opened)
    await openPanel()
    expect(textOnScreen()).toContain('Your passkeyOpens it at once')
    expect(textOnScreen()).toContain('Another browserFirefox on Windows.')
    expect(textOnScreen()).not.toContain('Your email')
    expect(opened.server.state.revoked).toEqual([])
  })

  test('lets the visitor keep the wallet before and after the code is sent', async () => {
    const opened = await openSettings('vault')
    await openPanel()
    pressButton('Keep it here')
    await waitForText('Sign out everywhere')
    expect(opened.server.state.revoked).toEqual([])
    await openPanel()
    pressButton('Remove it here')
    await waitForText('Check your email')
    opened.api.leave()
    expect(opened.server.state.revoked).toEqual([])
    expect((await opened.api.isConnected()).isConnected).toBe(true)
  })

  test('keeps everything here if the server did not get the request', async () => {
    const opened = await openSettings('vault')
    const { server } = opened
    const { fetch } = server
    await openPanel()
    server.fetch = async (...args) => {
      if (String(args[0]).endsWith('/sessions/s')) throw new TypeError('offline')
      return fetch(...args)
    }
    await confirm(opened)
    await waitForText('That did not work')
    const walletId = server.state.wallet?.walletId ?? ''
    expect(await storedNames(opened, walletId)).toContain(`vault ${walletId}`)
    expect((await opened.api.isConnected()).isConnected).toBe(true)
  })
})

describe('the removal from the sites in this browser', () => {
  const twoSites = [
    { id: 'shop', host: 'https://shop.example', browser: 'Chrome on Linux' },
    { id: 'bakery', host: 'https://bakery.example', browser: 'Chrome on Linux' },
    { id: 'otherWindow', host: walletOrigin, browser: 'Chrome on Linux' },
    { id: 'phone', host: 'https://shop.example', browser: 'Safari on iPhone' },
  ]
  const boxes = () =>
    [...document.querySelectorAll<HTMLInputElement>('.choices input')].map((box) => [
      box.closest('.check')?.textContent,
      box.checked,
    ])

  test('lists sites in browsers of this name only, and ticks none that did not open this window', async () => {
    const opened = await openSettings('vault')
    opened.server.state.others = twoSites
    await openPanel()
    expect(boxes()).toEqual([
      ['shop.example', false],
      ['bakery.example', false],
    ])
    await confirm(opened)
    await vi.waitFor(() => expect(opened.server.state.revoked).toEqual(['s']))
    expect(opened.server.state.taken).toEqual([])
  })

  const openOffered = async (request: { walletId?: string; sessionId: string }) => {
    const opened = await openSettings('vault')
    opened.api.leave()
    opened.server.state.others = twoSites
    const { walletId = '' } = opened.server.state.wallet ?? {}
    const flow = { flowId: crypto.randomUUID(), key: '', requestIv: '', text: '' } as unknown as WalletOffer['flow']
    const offer = { flow, request: { walletId, email: opened.server.email, ...request } }
    const window = await opened.load(opened.store, 'persistent', undefined, 'vault', offer)
    await window.api.isConnected()
    window.api.openSettings()
    await waitForText('Sign out everywhere')
    await openPanel()
    return boxes().map(([, isTicked]) => isTicked)
  }

  test('ticks the site that opened this window', async () => {
    expect(await openOffered({ sessionId: 'bakery' })).toEqual([false, true])
  })

  test.each([
    ['another wallet', { walletId: crypto.randomUUID(), sessionId: 'bakery' }],
    ['a browser of another name', { sessionId: 'phone' }],
    ['a session of another account', { sessionId: 'stranger' }],
  ])('ticks nothing for whoever opens this window with an offer of %s', async (_, request) => {
    expect(await openOffered(request)).toEqual([false, false])
  })

  test('takes the share sets of ticked sites with a proof of the open wallet, before this window leaves', async () => {
    const opened = await openSettings('vault')
    opened.server.state.others = twoSites
    await openPanel()
    document.querySelector<HTMLInputElement>('.choices input')?.click()
    await confirm(opened)
    await vi.waitFor(() => expect(opened.server.state.revoked).toEqual(['shop', 's']))
    expect(opened.server.state.taken).toEqual(['shop'])
  })

  test('says that ticked sites keep the wallet while it is locked here, and goes on only after another press', async () => {
    const opened = await openSettings('vault')
    opened.server.state.others = twoSites
    opened.server.state.shareSets.clear()
    await openPanel()
    document.querySelector<HTMLInputElement>('.choices input')?.click()
    await confirm(opened)
    await waitForText('Your wallet is not open here')
    expect([opened.server.state.revoked, opened.server.state.taken]).toEqual([['shop'], []])
    pressButton('Remove it anyway')
    await vi.waitFor(() => expect(opened.server.state.revoked).toEqual(['shop', 's']))
  })
})

describe('while this browser is the last way in', () => {
  const last = 'This browser is the only way in'

  test('the wallet is not removed, and the visitor can make a backup or a passkey first', async () => {
    const opened = await openSettings('vault')
    withoutGuardian(opened)
    pressButton(rowName)
    await waitForText(last)
    pressButton('Keep it here')
    await waitForText('Sign out everywhere')
    pressButton(rowName)
    await waitForText(last)
    pressButton('Make a backup')
    await waitForText('Your backup')
    pressButton('Back')
    await waitForText('Sign out everywhere')
    pressButton(rowName)
    await waitForText(last)
    pressButton('Add a passkey')
    await waitForText('Synced by its provider')
    expect(opened.server.connection.requests).not.toContain('DELETE sessions/s')
    await openPanel()
    await waitForText('Your passkey')
  })

  test('a receive-only wallet is not removed either', async () => {
    const opened = await openSettings('vault')
    if (opened.server.state.wallet) opened.server.state.wallet.status = 'pending'
    pressButton(rowName)
    await waitForText(last)
  })

  test('the server refuses it too, and this browser keeps its keys', async () => {
    const opened = await openSettings('vault')
    const { server } = opened
    await openPanel()
    // Another browser removes the other way meanwhile.
    withoutGuardian(opened)
    await confirm(opened)
    await waitForText(last)
    const walletId = server.state.wallet?.walletId ?? ''
    expect(await storedNames(opened, walletId)).toContain(`vault ${walletId}`)
    expect(server.state.revoked).toEqual([])
    expect(await signSolana(opened.wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })

  test('a browser that cannot make passkeys offers only the backup', async () => {
    const opened = await openSettings('vault', null)
    withoutGuardian(opened)
    pressButton(rowName)
    await waitForText(last)
    expect(textOnScreen()).not.toContain('Add a passkey')
  })
})

test('the secure frame has no such row', async () => {
  await openSettings('frame')
  expect(textOnScreen()).not.toContain(rowName)
})
