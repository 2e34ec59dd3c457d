// @vitest-environment happy-dom

import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sampleBootstrap } from '../../test/bootstrap.ts'
import { harborWallet, kiteWallet, openModal } from '../../test/modal.ts'
import { solanaNetwork } from '../../test/namespaces.ts'
import { sampleAccountOn, sampleAddress } from '../../test/page.ts'
import { mockServer } from '../../test/server.ts'

const declined = () => Promise.reject(toWalletError({ code: 4001, message: 'User rejected the request.' }))
const never = () => new Promise<never>(() => {})
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const rows = () => screen.queryAllByTestId(/^wallet-selector-/).map((row) => row.textContent)

const balanceIs = (result: string) =>
  mockServer.use(
    http.post('*/v1/', async ({ request }) => {
      const body = (await request.json()) as { id: number } | { id: number }[]
      const answer = ({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result })
      return HttpResponse.json(Array.isArray(body) ? body.map(answer) : answer(body))
    }),
  )

beforeEach(() => balanceIs('0xde0b6b3a7640000'))

test('opens the modal with the focus on the heading', async () => {
  const { open } = await openModal()
  await open({})
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Connect Wallet' }))
})

test('sorts wallet rows when the page sends its first wallets, and reports no missing wallets before', async () => {
  const { open, call, calm } = await openModal()
  await open({})
  expect(rows()).toEqual([])
  expect(screen.queryByText('No wallet in this browser')).toBeNull()
  await call('wallets', [[harborWallet, kiteWallet]])
  await calm()
  expect(rows()).toEqual(['HHarborInstalled', 'KKiteInstalled'])
})

test('puts a late wallet at the end of the list and sorts it in on the next visit', async () => {
  const { open, call, calm } = await openModal()
  await call('wallets', [[kiteWallet]])
  await open({})
  await call('wallets', [[harborWallet, kiteWallet]])
  await calm()
  expect(rows().map((row) => row?.slice(1, 5))).toEqual(['Kite', 'Harb'])
  fireEvent.keyDown(document, { key: 'Escape' })
  await calm()
  await open({})
  expect(rows().map((row) => row?.slice(1, 5))).toEqual(['Harb', 'Kite'])
})

const alpha = { id: 'a1', name: 'Alpha', chains: [], rdns: 'io.example.alpha' }
const beta = { id: 'b2', name: 'Beta', chains: [], rdns: 'io.example.beta' }
const alphaWallet = { id: alpha.rdns, name: 'Alpha', rdns: alpha.rdns }

test('a late wallet takes the place and the focus of its row in the directory, and a press then connects it', async () => {
  const { open, call, calm, calls } = await openModal({ connect: never }, { wallets: [alpha, beta] })
  await call('wallets', [[harborWallet]])
  await open({})
  const row = screen.getByRole('button', { name: 'Alpha' })
  row.focus()
  await call('wallets', [[alphaWallet, harborWallet]])
  await calm()
  expect(rows()).toEqual(['HHarborInstalled', 'AAlphaInstalled', 'BBeta'])
  expect(document.activeElement).toBe(screen.getByTestId(`wallet-selector-${alphaWallet.id}`))
  expect(document.activeElement).toBe(row)
  press(/Alpha/)
  await calm()
  expect(calls).toContain('connect')
})

test('a late wallet of another namespace moves no row', async () => {
  const networks = [...sampleBootstrap.networks, solanaNetwork]
  const { open, call, calm } = await openModal({}, { wallets: [alpha, beta], networks })
  await call('wallets', [[harborWallet]])
  await open({})
  await call('wallets', [[{ id: 'solana:Osprey', name: 'Osprey', namespace: 'solana' }, harborWallet]])
  await calm()
  expect(rows()).toEqual(['HHarborInstalled', 'AAlpha', 'BBeta', 'OOspreyInstalled'])
})

test('a late wallet moves no row if the page has the same wallet in another namespace', async () => {
  const networks = [...sampleBootstrap.networks, solanaNetwork]
  const { open, call, calm } = await openModal({}, { wallets: [beta], networks })
  const onSolana = { id: 'solana:Alpha', name: 'Alpha', namespace: 'solana' } as const
  await call('wallets', [[onSolana, harborWallet]])
  await open({})
  const row = screen.getByRole('button', { name: /Alpha/ })
  await call('wallets', [[harborWallet, alphaWallet, onSolana]])
  await calm()
  expect(rows()).toEqual(['AAlphaInstalled', 'HHarborInstalled', 'BBeta'])
  expect(screen.getByRole('button', { name: /Alpha/ })).toBe(row)
})

test('disables all wallets until the visitor accepts the terms', async () => {
  const { open, call, calm, calls } = await openModal(
    { connect: never },
    {
      options: {
        ...sampleBootstrap.options,
        legalCheckbox: true,
        termsUrl: 'https://a.example/',
        privacyUrl: 'https://b.example/',
      },
    },
  )
  await call('wallets', [[harborWallet]])
  await open({})
  expect((await screen.findByText('terms of service')).getAttribute('href')).toBe('https://a.example/')
  const row = screen.getByRole<HTMLButtonElement>('button', { name: /Harbor/ })
  expect([row.getAttribute('aria-disabled'), row.disabled]).toEqual(['true', false])
  press(/Harbor/)
  await calm()
  expect(calls).not.toContain('connect')
  fireEvent.click(screen.getByTestId('w3m-legal-checkbox'))
  expect(row.getAttribute('aria-disabled')).toBeNull()
  press(/Harbor/)
  await calm()
  expect(calls).toContain('connect')
})

test('tells the visitor after a declined connection that nothing was shared, and offers a retry', async () => {
  let answer: () => unknown = declined
  const { open, call, calm, outcomes } = await openModal({ connect: () => answer() })
  await call('wallets', [[harborWallet]])
  await open({})
  press(/Harbor/)
  await calm()
  expect(heading()).toBe('Harbor')
  expect(screen.getByRole('heading', { name: 'Connection declined' })).toBeTruthy()
  answer = () => sampleAccountOn(1)
  press('Try again')
  await vi.waitFor(() => expect(outcomes).toHaveLength(1))
  expect(outcomes).toEqual([{ outcome: 'connected', namespace: 'eip155', caipAddress: `eip155:1:${sampleAddress}` }])
})

test('keeps the current view on a second call of open() unless the page names a view', async () => {
  const { open, call, calm, outcomes } = await openModal({ connect: never })
  await call('wallets', [[harborWallet]])
  await open({})
  press(/Harbor/)
  await calm()
  await open({})
  expect(heading()).toBe('Harbor')
  expect(screen.getByRole('heading', { name: 'Continue in Harbor' })).toBeTruthy()
  await open({ view: 'WhatIsAWallet' })
  expect(heading()).toBe('What is a wallet?')
  expect(outcomes).toEqual([])
})

test("shows the wallet's own message for any error other than a rejection", async () => {
  const { open, call, calm } = await openModal({
    connect: () => Promise.reject(toWalletError({ code: -32002, message: 'A request is already open.' })),
  })
  await call('wallets', [[harborWallet]])
  await open({})
  press(/Harbor/)
  await calm()
  expect(screen.getByText('A request is already open.')).toBeTruthy()
})

test('cancels the connection attempt on the way back and returns the focus to the pressed row', async () => {
  const { open, call, calm } = await openModal({ connect: never })
  await call('wallets', [[harborWallet, kiteWallet]])
  await open({})
  press(/Kite/)
  await calm()
  expect(document.activeElement?.textContent).toBe('Kite')
  fireEvent.keyDown(document, { key: 'ArrowLeft', altKey: true })
  await calm()
  expect(document.activeElement).toBe(screen.getByTestId(`wallet-selector-${kiteWallet.id}`))
})

test('leads to the store of a wallet that this browser lacks, and does not try to connect', async () => {
  const juniper = { id: 'juniper', name: 'Juniper', chains: [], chrome_store: 'https://store.example/juniper' }
  const { open, call, calm, calls } = await openModal({ connect: never }, { wallets: [juniper] })
  await call('wallets', [[]])
  await open({})
  press(/Juniper/)
  await calm()
  expect(screen.getByRole('heading', { name: 'Not Detected' })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Get Juniper/ }).getAttribute('href')).toBe('https://store.example/juniper')
  expect(calls).not.toContain('connect')
})

test('opens the guide that explains what a wallet is, for a visitor without a wallet', async () => {
  const { open, call, calm } = await openModal()
  await call('wallets', [[]])
  await open({})
  expect(screen.getByText('No wallet in this browser')).toBeTruthy()
  press('Get started')
  await calm()
  expect(heading()).toBe('What is a wallet?')
  press('Choose a wallet')
  await calm()
  expect(heading()).toBe('Connect Wallet')
})

test('shows the native balance of the connected account', async () => {
  const { open, call } = await openModal()
  await call('account', ['eip155', sampleAccountOn(1)])
  await open({})
  await expect.poll(() => screen.queryByTestId('balance-amount')?.textContent).toBe('1.000 ETH')
})

test('shows a dash and a toast, never a zero, for a balance that cannot be read', async () => {
  mockServer.use(http.post('*/v1/', () => HttpResponse.json({}, { status: 400 })))
  const { open, call } = await openModal()
  await call('account', ['eip155', sampleAccountOn(1)])
  await open({})
  await expect.poll(() => screen.queryByTestId('balance-amount')?.textContent).toBe('—')
  expect(screen.getByTestId('wui-snackbar-message').textContent).toBe('Token Balance Unavailable')
})

test('shows the growing age of a stale balance', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { open, call } = await openModal()
  await call('account', ['eip155', sampleAccountOn(1)])
  await open({})
  await expect.poll(() => screen.queryByTestId('balance-amount')?.textContent).toBe('1.000 ETH')
  mockServer.use(http.post('*/v1/', () => HttpResponse.json({}, { status: 400 })))
  const timers = vi.getTimerCount()
  vi.setSystemTime(Date.now() + 7_000)
  press('Refresh balance')
  await expect.poll(() => screen.queryByText(/Updated/)?.textContent).toContain('Updated 7 sec ago')
  // The timer of the age starts a moment after the first render, so the clock advances only after that.
  await expect.poll(() => vi.getTimerCount()).toBe(timers + 1)
  act(() => vi.advanceTimersByTime(3_000))
  expect(screen.getByText(/Updated/).textContent).toContain('Updated 10 sec ago')
})

test('shows that disconnecting failed and keeps the account', async () => {
  const { open, call, calm } = await openModal({
    disconnect: () => Promise.reject(new AppError(commonErrors.INTERNAL_ERROR)),
  })
  await call('account', ['eip155', sampleAccountOn(1)])
  await open({})
  press('Disconnect')
  await calm()
  expect(screen.getByTestId('wui-snackbar-message').textContent).toBe('Failed to disconnect')
  expect(screen.getByTestId('disconnect-button')).toBeTruthy()
})

test('finds a network by name and asks the wallet to switch to it', async () => {
  const { open, call, calm } = await openModal({ request: declined })
  await call('account', ['eip155', sampleAccountOn(1)])
  await open({})
  press('Network: Ethereum')
  await calm()
  fireEvent.keyDown(document, { key: '/' })
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search network' }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'op' } })
  expect(screen.queryByTestId('w3m-network-switch-Ethereum')).toBeNull()
  fireEvent.click(screen.getByTestId('w3m-network-switch-OP Mainnet'))
  await expect.poll(() => screen.queryByRole('heading', { name: 'Switch declined' })).toBeTruthy()
  expect(screen.getByText('You are still on Ethereum.')).toBeTruthy()
})

test('clears the search field on the first Esc and closes the modal on the second', async () => {
  const { open, isOpen, calm } = await openModal()
  await open({ view: 'Networks' })
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  fireEvent.change(search, { target: { value: 'op' } })
  fireEvent.keyDown(search, { key: 'Escape' })
  expect([search.value, isOpen()]).toEqual(['', true])
  fireEvent.keyDown(search, { key: 'Escape' })
  await calm()
  expect(isOpen()).toBe(false)
})

test('refuses to close the modal on an unsupported network, says why, and closes it on the second attempt', async () => {
  const { open, call, calm, isOpen } = await openModal({ disconnect: () => {} })
  await call('account', ['eip155', sampleAccountOn(59144)])
  await open({})
  expect(heading()).toBe('Switch Network')
  expect(screen.getByText('Your wallet is on chain 59144. Switch to continue.')).toBeTruthy()
  press('Close')
  await calm()
  expect(isOpen()).toBe(true)
  expect(screen.getByText(/Choose a network first/)).toBeTruthy()
  press('Close')
  await calm()
  expect(isOpen()).toBe(false)
})

test('keeps the account usable on an unsupported network if the project shows only a banner', async () => {
  const { open, call } = await openModal({}, { options: { ...sampleBootstrap.options, unsupportedChain: 'banner' } })
  await call('account', ['eip155', sampleAccountOn(59144)])
  await open({})
  expect(screen.getByText('This app does not use your network')).toBeTruthy()
  expect(screen.getByTestId('balance-amount').textContent).toBe('—')
})

test('keeps the modal open after a press that begins in the card and ends outside', async () => {
  const { open, isOpen, calm } = await openModal()
  await open({})
  const outside = screen.getByTestId('w3m-modal-overlay')
  fireEvent.pointerDown(screen.getByTestId('w3m-modal-card'))
  fireEvent.click(outside)
  await calm()
  expect(isOpen()).toBe(true)
  fireEvent.pointerDown(outside)
  fireEvent.click(outside)
  await calm()
  expect(isOpen()).toBe(false)
})

test('keeps the focus of the Tab key within the card', async () => {
  const { open } = await openModal()
  await open({})
  const close = screen.getByRole('button', { name: 'Close' })
  const help = screen.getByRole('button', { name: 'What is a wallet?' })
  const [start, end] = document.querySelectorAll<HTMLElement>('div[tabindex="0"]')
  close.focus()
  end?.focus()
  expect(document.activeElement).toBe(help)
  start?.focus()
  expect(document.activeElement).toBe(close)
})

test('gives the live regions for screen readers the language and direction of the visible text', async () => {
  const { open, call, calm } = await openModal()
  await open({})
  const spoken = () => screen.getAllByRole('status').find((region) => region.textContent !== '')
  const before = spoken()
  await call('configure', [{ locale: 'ar' }])
  await expect.poll(heading).toBe('ربط المحفظة')
  await calm()
  expect(spoken()).toBe(before)
  expect(spoken()?.closest('[lang]')?.getAttribute('lang')).toBe('ar')
  expect(spoken()?.closest('[dir]')?.getAttribute('dir')).toBe('rtl')
  await call('configure', [{ locale: 'xx' }])
  await expect.poll(() => spoken()?.closest('[lang]')?.getAttribute('lang')).toBe('en')
})

test('keeps the focus on the heading when the language changes', async () => {
  const { open, call } = await openModal()
  await open({})
  await call('configure', [{ locale: 'de' }])
  await expect.poll(heading).toBe('Wallet verbinden')
  await expect.poll(() => document.activeElement?.textContent).toBe('Wallet verbinden')
})

test('shows texts in the language of the visitor, or in English without a translation', async () => {
  const { open, call, calm } = await openModal()
  await open({})
  await call('configure', [{ locale: 'de-AT' }])
  await expect.poll(heading).toBe('Wallet verbinden')
  await call('configure', [{ locale: 'ar' }])
  await expect.poll(heading).toBe('ربط المحفظة')
  expect(screen.getByRole('heading', { level: 1 }).closest('[dir]')?.getAttribute('dir')).toBe('rtl')
  await call('configure', [{ locale: 'xx' }])
  await calm()
  await expect.poll(heading).toBe('Connect Wallet')
})
