// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sampleBootstrap } from '../../test/bootstrap.ts'
import { connectMessage, image, runScript } from '../../test/firstScript.ts'
import { openPage, sampleAccountOn, sampleAddress, waitForMessages } from '../../test/page.ts'
import { mockServer } from '../../test/server.ts'
import { setAccountAtom } from '../core/state/accounts.ts'
import { connectorAtom, setHandshakeWalletsAtom, setPageWalletsAtom } from '../core/state/connections.ts'
import { isLegalAcceptedAtom } from '../core/state/options.ts'
import { typedEmailAtom } from '../core/state/typedEmail.ts'
import { views } from '../features/views.ts'
import { screenAtom } from '../router/router.ts'
import { createFirstViewStore } from '../shell/firstView.ts'
import { mount } from '../shell/mount.tsx'
import { createEarlyInput } from './takeOver.ts'

const harbor = { id: 'example.harbor', name: 'Harbor' }
/** A wallet of the directory, which the page announces late. */
const alpha = { id: 'example.alpha', name: 'Alpha', rdns: 'example.alpha' }

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
  // These tests act before React has rendered, which `act` would not allow.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  onTestFinished(() => void vi.unstubAllGlobals())
})

/**
 * Shows the document of a page that has the wallet Harbor, before the views load. `mountViews` resolves once React
 * listens to events, which is before it hydrates. `calls` has the wallets that the page was told to connect.
 */
const openDocument = async ({ legalCheckbox = false, isRenderedAnew = false } = {}) => {
  const { handover, receive, facts } = await runScript('#n=nonce&rows=1', {
    email: true,
    options: { ...sampleBootstrap.options, legalCheckbox },
  })
  await receive(connectMessage([[harbor.id, harbor.name, image]]))
  const calls: string[] = []
  const connect = (walletId: string) => {
    calls.push(walletId)
    return new Promise(() => {})
  }
  const page = openPage({ connect }, facts.bootstrap)
  const { store } = page
  const firstStore = await createFirstViewStore(facts)
  for (const each of [store, firstStore])
    await each.set(setHandshakeWalletsAtom, [{ ...harbor, rdns: harbor.id }], { [harbor.id]: image })
  const root = document.getElementById('root') as HTMLElement
  const mountViews = async () => {
    const unmount = await mount({
      store,
      root,
      ...(!isRenderedAnew && { firstStore }),
      input: createEarlyInput(store, handover),
    })
    onTestFinished(unmount)
  }
  const mountAndOpen = async () => {
    await mountViews()
    await page.call('open', [{}])
  }
  const openAndMount = async () => {
    await page.call('open', [{}])
    await mountViews()
  }
  /** Waits until React has rendered, and the kept press was repeated. */
  const calm = () => waitForMessages(100)
  return { ...page, calls, mountViews, mountAndOpen, openAndMount, calm }
}

const row = (id: string) => screen.getByTestId(`wallet-selector-${id}`)
const view = ({ store }: Awaited<ReturnType<typeof openDocument>>) => store.get(screenAtom).view

/** Lets the clock of presses run ahead. */
const passTime = (ms: number): void => {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => spy.mockRestore())
}

describe.each([
  ['before', 'openAndMount'],
  ['after', 'mountAndOpen'],
] as const)('an early press on a wallet of the page, if the page calls open() %s the views load', (_, start) => {
  test('connects the wallet once if the press is at most 4 seconds old', async () => {
    const page = await openDocument()
    fireEvent.click(row(harbor.id))
    passTime(3_000)
    await page[start]()
    await vi.waitFor(() => expect(page.calls).toEqual([harbor.id]))
    expect(await screen.findByText('Accept connection request in the wallet')).toBeTruthy()
    expect(page.calls).toEqual([harbor.id])
  })

  test('shows the view of the wallet with a button, which connects it, if the press is older than 4 seconds', async () => {
    const page = await openDocument()
    fireEvent.click(row(harbor.id))
    passTime(4_001)
    await page[start]()
    const button = await screen.findByRole('button', { name: 'Open Harbor' })
    expect(screen.getByText('Continue in Harbor')).toBeTruthy()
    expect(screen.getByText('Loading took a while, so Harbor was not asked yet.')).toBeTruthy()
    expect(page.calls).toEqual([])
    fireEvent.click(button)
    expect(await screen.findByText('Accept connection request in the wallet')).toBeTruthy()
    await vi.waitFor(() => expect(page.calls).toEqual([harbor.id]))
  })

  test('connects at once when the visitor goes back and presses the wallet again', async () => {
    const page = await openDocument()
    fireEvent.click(row(harbor.id))
    passTime(4_001)
    await page[start]()
    fireEvent.click(await screen.findByRole('button', { name: 'Choose another wallet' }))
    fireEvent.click(await screen.findByTestId(`wallet-selector-${harbor.id}`))
    await vi.waitFor(() => expect(page.calls).toEqual([harbor.id]))
  })

  test('focuses the pressed row again when the visitor goes back', async () => {
    const page = await openDocument()
    fireEvent.click(row(harbor.id))
    await page[start]()
    await screen.findByText('Accept connection request in the wallet')
    fireEvent.click(screen.getByTestId('header-back'))
    await vi.waitFor(() => expect(document.activeElement).toBe(row(harbor.id)))
  })

  test('connects a wallet that the page announces after the press on its row of the directory', async () => {
    const page = await openDocument({ isRenderedAnew: true })
    fireEvent.click(row('a1'))
    await page.store.set(setPageWalletsAtom, [alpha, { ...harbor, rdns: harbor.id }])
    await page[start]()
    await vi.waitFor(() => expect(page.calls).toEqual([alpha.id]))
  })

  test('still shows a view that needs no user activation if the press is older than 4 seconds', async () => {
    const page = await openDocument()
    fireEvent.click(row('walletConnect'))
    passTime(60_000)
    await page[start]()
    await vi.waitFor(() => expect(view(page)).toBe('ConnectingWalletConnectBasic'))
  })
})

test('loads the view of an early press before the page calls open(), so that the press then waits for no request', async () => {
  const page = await openDocument()
  const load = vi.spyOn(views.ConnectingExternal, 'load')
  fireEvent.click(row(harbor.id))
  await page.mountViews()
  expect(load).toHaveBeenCalledOnce()
  expect(view(page)).toBe('Connect')
})

describe('a press on the account of the last visit before the views load', () => {
  /** Presses a button of the account. Returns a function that lets the views run after some time. */
  const pressOnAccount = async (testId: string) => {
    mockServer.use(http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })))
    const page = await openDocument({ isRenderedAnew: true })
    const root = document.getElementById('root') as HTMLElement
    root.replaceChildren((document.getElementById('account') as HTMLTemplateElement).content)
    page.store.set(setAccountAtom, 'eip155', sampleAccountOn(1, harbor.id))
    const button = screen.getByTestId(testId)
    fireEvent.click(button)
    expect(button.ariaBusy).toBe('true')
    return async (ms: number) => {
      passTime(ms)
      await page.mountAndOpen()
      await vi.waitFor(() => expect(screen.getByTestId(testId)).not.toBe(button))
      await page.calm()
    }
  }

  test.each([
    ['copies the address if the press is at most 4 seconds old', 3_000, [[sampleAddress]]],
    // After this time a browser refuses to copy, and the visitor would see only a failure.
    ['does not copy the address if the press is older than 4 seconds', 4_001, []],
  ])('%s', async (_, ms, expected) => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const startViews = await pressOnAccount('account-settings-address')
    await startViews(ms)
    expect(copy.mock.calls).toEqual(expected)
  })

  test.each([
    ['opens the block explorer if the press is at most 4 seconds old', 3_000, 1],
    ['does not open the block explorer if the press is older than 4 seconds', 4_001, 0],
  ])('%s', async (_, ms, expected) => {
    const opened: Event[] = []
    const note = (event: Event) => {
      if (!(event.target as Element).closest('a')) return
      opened.push(event)
      event.preventDefault()
    }
    addEventListener('click', note)
    onTestFinished(() => removeEventListener('click', note))
    const startViews = await pressOnAccount('w3m-account-explorer')
    await startViews(ms)
    expect(opened).toHaveLength(expected)
  })
})

describe('input between the start of React and hydration', () => {
  test('connects a pressed wallet once', async () => {
    const page = await openDocument()
    await page.mountViews()
    fireEvent.click(row(harbor.id))
    expect(row(harbor.id).ariaBusy).toBe('true')
    await page.call('open', [{}])
    await vi.waitFor(() => expect(view(page)).toBe('ConnectingExternal'))
    await vi.waitFor(() => expect(page.calls).toEqual([harbor.id]))
  })

  test('keeps an e-mail address that the browser fills in', async () => {
    const page = await openDocument()
    await page.mountViews()
    const field = screen.getByTestId<HTMLInputElement>('email-input')
    field.value = 'ada@example.org'
    await page.call('open', [{}])
    await vi.waitFor(() => expect(page.store.get(typedEmailAtom)).toBe('ada@example.org'))
    expect(field.value).toBe('ada@example.org')
    expect(field.isConnected).toBe(true)
  })

  test('keeps a tick in the legal check box', async () => {
    const page = await openDocument({ legalCheckbox: true })
    await page.mountViews()
    screen.getByTestId<HTMLInputElement>('w3m-legal-checkbox').click()
    await vi.waitFor(() => expect(page.store.get(isLegalAcceptedAtom)).toBe(true))
  })
})

test('logs the visitor in after a press on the e-mail button, even if React renders the list anew', async () => {
  const page = await openDocument({ isRenderedAnew: true })
  const login = vi.fn(() => new Promise<never>(() => {}))
  vi.spyOn(page.store.get(connectorAtom)('embedded'), 'open').mockResolvedValue({ login } as never)
  fireEvent.change(screen.getByTestId('email-input'), { target: { value: 'ada@example.org' } })
  const submit = screen.getByTestId('email-submit')
  fireEvent.click(submit)
  await page.mountAndOpen()
  await vi.waitFor(() => expect(login).toHaveBeenCalledWith('ada@example.org'))
  expect(submit.isConnected).toBe(false)
})
