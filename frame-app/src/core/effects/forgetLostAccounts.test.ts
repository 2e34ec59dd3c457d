// @vitest-environment happy-dom
import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage, sampleAccountOn, waitForMessages } from '../../../test/page.ts'
import { accountKey, balanceKey } from '../domain/rememberedAccount.ts'
import { readStorageAtom, writeStorageAtom } from '../state/storage.ts'

const { caipAddress } = sampleAccountOn(1)

const openRemembered = () => {
  onTestFinished(() => localStorage.clear())
  const page = openPage()
  const read = () => [accountKey, balanceKey].map((key) => page.store.get(readStorageAtom)(key))
  for (const key of [accountKey, balanceKey]) page.store.set(writeStorageAtom, key, { caipAddress })
  return { ...page, read }
}

test('keeps the remembered account while its wallet is connected, and before the page opens the modal', async () => {
  const { call, read } = openRemembered()
  const before = read()
  await waitForMessages()
  expect(read()).toEqual(before)
  await call('account', ['eip155', sampleAccountOn(1)])
  call('open', [{}]).catch(() => {})
  await vi.dynamicImportSettled()
  await waitForMessages()
  expect(read()).toEqual(before)
})

test('forgets the remembered account and balance when the page disconnects while the modal is closed', async () => {
  const { call, read } = openRemembered()
  await call('account', ['eip155', sampleAccountOn(1)])
  await vi.dynamicImportSettled()
  await call('account', ['eip155', { status: 'disconnected' }])
  await vi.waitFor(() => expect(read()).toEqual([null, null]))
})

test.each<[string, AccountState[]]>([
  ['the visitor disconnected while no frame was loaded', []],
  [
    'the wallet switched to another account',
    [{ ...sampleAccountOn(1), caipAddress: 'eip155:1:0x00000000000000000000000000000000000000b2' }],
  ],
  ['a reconnect fails', [{ ...sampleAccountOn(1), status: 'reconnecting' }, { status: 'disconnected' }]],
])('forgets the remembered account and balance when the modal opens if %s', async (_, reports) => {
  const { call, read } = openRemembered()
  for (const report of reports) await call('account', ['eip155', report])
  call('open', [{}]).catch(() => {})
  await vi.waitFor(() => expect(read()).toEqual([null, null]))
})
