// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { createStore } from 'jotai/vanilla'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { openModal } from '../../../test/modal.ts'
import { sampleAccountOn, sampleAddress } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { balanceKey } from '../../core/domain/rememberedAccount.ts'
import { setAccountAtom } from '../../core/state/accounts.ts'
import { markOpenAtom } from '../../core/state/modal.ts'
import { setBootstrapAtom } from '../../core/state/options.ts'
import { noteAnswerAtom } from '../../core/state/sentTransaction.ts'
import { writeStorageAtom } from '../../core/state/storage.ts'
import { startHistoryAtom } from '../../router/router.ts'
import { mount } from '../../shell/mount.tsx'

/** Opens the account in a frame without effects, as if the code that refreshes the balance had not loaded. */
const openWithoutEffects = async () => {
  const store = createStore()
  store.set(setBootstrapAtom, sampleBootstrap)
  store.set(setAccountAtom, 'eip155', sampleAccountOn(1))
  const at = Date.now() - 120_000
  store.set(writeStorageAtom, balanceKey, { caipAddress: `eip155:1:${sampleAddress}`, amount: `${10n ** 18n}`, at })
  store.set(startHistoryAtom, { view: 'Account' })
  const root = document.body.appendChild(document.createElement('div'))
  const unmount = await act(() => mount({ store, root }))
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  expect(screen.getByTestId('balance-amount').textContent).toBe('1.000 ETH')
  const line = screen.getByTestId('balance-amount').parentElement
  expect(line?.getAttribute('aria-busy')).toBe('true')
  act(() => store.set(markOpenAtom))
}

test('refreshes the balance of the last visit also if the code that does so by itself does not load', async () => {
  mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })))
  await openWithoutEffects()
  await expect.poll(() => screen.getByTestId('balance-amount').textContent).toBe('0.000 ETH')
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('shows the balance of the last visit with its age if no code can refresh it', async () => {
  mockServer.use(http.post('*/v1/', () => HttpResponse.json({}, { status: 400 })))
  await openWithoutEffects()
  await expect.poll(() => screen.queryByText(/Updated/)?.textContent).toContain('Updated 2 min ago')
  expect(screen.getByTestId('balance-amount').textContent).toBe('1.000 ETH')
  expect(document.querySelector('[aria-busy]')).toBeNull()
})

test('shows at the next visit what a transaction of the page left of the balance', async () => {
  const results = ['0xde0b6b3a7640000', '0x0']
  mockServer.use(
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: results.shift() ?? '0x0' })),
  )
  const page = await openModal()
  await page.call('account', ['eip155', sampleAccountOn(1)])
  await page.open({})
  await expect.poll(() => screen.getByTestId('balance-amount').textContent).toBe('1.000 ETH')
  await act(() => page.call('close', [false]))
  await page.open({})
  await expect.poll(() => screen.getByTestId('balance-amount').textContent).toBe('0.000 ETH')
})

test('an open modal shows what a sent transaction left of the balance as soon as a block has it', async () => {
  const hash = `0x${'ab'.repeat(32)}`
  let blocks = 0
  const answers: Record<string, () => unknown> = {
    eth_getBalance: () => (blocks < 2 ? '0xde0b6b3a7640000' : '0x0'),
    eth_getTransactionReceipt: () => (++blocks < 2 ? null : {}),
  }
  mockServer.use(
    http.post('*/v1/', async ({ request }) => {
      const { id, method } = (await request.json()) as { id: number; method: string }
      return HttpResponse.json({ jsonrpc: '2.0', id, result: answers[method]?.() })
    }),
  )
  const page = await openModal()
  await page.call('account', ['eip155', sampleAccountOn(1, 'walletConnect')])
  await page.open({})
  await expect.poll(() => screen.getByTestId('balance-amount').textContent).toBe('1.000 ETH')
  page.store.set(noteAnswerAtom, 'eth_sendTransaction', { answer: hash, caipNetworkId: 'eip155:1' })
  await expect.poll(() => screen.getByTestId('balance-amount').textContent).toBe('0.000 ETH')
  expect(blocks).toBe(2)
})
