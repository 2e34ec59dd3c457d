import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { createStore } from 'jotai/vanilla'
import { expect, test, vi } from 'vitest'
import { setAccountAtom } from '../../state/accounts.ts'
import { leaveWithOthers } from './leaveWithOthers.ts'

const connected = (connectorId: string): AccountState => ({ status: 'connected', connectorId })
const start = () => {
  const store = createStore()
  const leave = vi.fn()
  leaveWithOthers({ store }, leave)
  return { store, leave }
}

test('a visitor who goes on with a wallet of the page leaves the phone there, and nowhere else', () => {
  const { store, leave } = start()
  store.set(setAccountAtom, 'eip155', connected('walletConnect'))
  store.set(setAccountAtom, 'solana', connected('walletConnect'))
  expect(leave).not.toHaveBeenCalled()
  store.set(setAccountAtom, 'eip155', connected('io.kite'))
  expect(leave.mock.calls).toEqual([['eip155']])
})

test('a session that only lost its line lives on, whatever is connected beside it', () => {
  const { store, leave } = start()
  store.set(setAccountAtom, 'eip155', connected('walletConnect'))
  store.set(setAccountAtom, 'solana', connected('solana:Osprey'))
  store.set(setAccountAtom, 'eip155', { status: 'disconnected' })
  expect(leave).not.toHaveBeenCalled()
})
