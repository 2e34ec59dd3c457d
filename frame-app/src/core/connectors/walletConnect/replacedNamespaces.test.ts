import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { createStore } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { setAccountAtom } from '../../state/accounts.ts'
import { onReplacedNamespace } from './replacedNamespaces.ts'

const connected = (connectorId: string): AccountState => ({ status: 'connected', connectorId })
const start = () => {
  const store = createStore()
  const leave = vi.fn()
  onReplacedNamespace({ store }, leave)
  return { store, leave }
}

test('disconnects the session only in the namespace where a page wallet connects', () => {
  const { store, leave } = start()
  store.set(setAccountAtom, 'eip155', connected('walletConnect'))
  store.set(setAccountAtom, 'solana', connected('walletConnect'))
  expect(leave).not.toHaveBeenCalled()
  store.set(setAccountAtom, 'eip155', connected('io.kite'))
  expect(leave.mock.calls).toEqual([['eip155']])
})

test('keeps a session that only lost the relay, whatever connects in another namespace', () => {
  const { store, leave } = start()
  store.set(setAccountAtom, 'eip155', connected('walletConnect'))
  store.set(setAccountAtom, 'solana', connected('solana:Osprey'))
  store.set(setAccountAtom, 'eip155', { status: 'disconnected' })
  expect(leave).not.toHaveBeenCalled()
})
