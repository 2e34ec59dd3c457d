import { createStore } from 'jotai/vanilla'
import type { AccountState } from 'loader/protocol/frameApi.ts'
import { expect, test, vi } from 'vitest'
import { setAccountAtom } from '../../state/accounts.ts'
import { leaveWithOthers } from './leaveWithOthers.ts'

const connected = (connectorId: string): AccountState => ({ status: 'connected', connectorId })
const start = () => {
  const store = createStore()
  const disconnect = vi.fn(async () => {})
  leaveWithOthers({ store } as never, { disconnect } as never)
  return { store, disconnect }
}

test('a visitor who goes on with a wallet of the page ends the session of the phone', () => {
  const { store, disconnect } = start()
  store.set(setAccountAtom, 'eip155', connected('walletConnect'))
  expect(disconnect).not.toHaveBeenCalled()
  store.set(setAccountAtom, 'eip155', connected('io.kite'))
  expect(disconnect).toHaveBeenCalledOnce()
})

test('a session that only lost its line lives on, and one that another namespace still uses', () => {
  const { store, disconnect } = start()
  store.set(setAccountAtom, 'eip155', connected('walletConnect'))
  store.set(setAccountAtom, 'eip155', { status: 'disconnected' })
  store.set(setAccountAtom, 'solana', connected('walletConnect'))
  store.set(setAccountAtom, 'eip155', connected('io.kite'))
  expect(disconnect).not.toHaveBeenCalled()
})
