// @vitest-environment happy-dom

import type { AccountState, PageWallet } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { openModal } from '../../../test/modal.ts'
import { bitcoinNetwork, solanaAccount, solanaNetwork } from '../../../test/namespaces.ts'
import { mockServer } from '../../../test/server.ts'
import { screenAtom } from '../../router/router.ts'

const osprey: PageWallet = { id: 'io.example.osprey', name: 'Osprey', rdns: 'io.example.osprey' }
const ospreyOnSolana: PageWallet = { id: 'solana:Osprey', name: 'Osprey', namespace: 'solana' }
const networks = [...sampleBootstrap.networks, solanaNetwork]

const openConnect = async (wallets: PageWallet[]) => {
  const walletIds: string[] = []
  const connect = (walletId: string): Promise<AccountState> => {
    walletIds.push(walletId)
    return new Promise(() => {})
  }
  const page = await openModal({ connect }, { networks })
  await page.call('wallets', [wallets])
  await page.open({})
  const press = async (name: RegExp | string) => {
    fireEvent.click(await screen.findByRole('button', { name }))
    await page.calm()
  }
  return { ...page, walletIds, press }
}
const names = () => screen.getAllByTestId(/^wallet-selector/).map(({ textContent }) => textContent)

test('shows a wallet with two namespaces as one row and lets the visitor pick a namespace', async () => {
  const { walletIds, press } = await openConnect([osprey, ospreyOnSolana])
  expect(names()).toEqual(['OOspreyInstalled'])
  await press(/Osprey/)
  expect(await screen.findByRole('heading', { name: 'Select Chain' })).toBeTruthy()
  expect(walletIds).toEqual([])
  expect(await screen.findByRole('button', { name: /Ethereum and 1 more/ })).toBeTruthy()
  await press('Solana')
  expect(walletIds).toEqual(['solana:Osprey'])
  expect(await screen.findByText('Continue in Osprey')).toBeTruthy()
})

test('connects a wallet that has one namespace at once', async () => {
  const { walletIds, press } = await openConnect([ospreyOnSolana])
  await press(/Osprey/)
  expect(walletIds).toEqual(['solana:Osprey'])
})

test('keeps two wallets with the same name in one namespace apart', async () => {
  await openConnect([osprey, { ...osprey, id: 'com.fake', rdns: 'com.fake' }, ospreyOnSolana])
  expect(names()).toHaveLength(2)
})

test('hides a wallet whose namespaces the project does not use', async () => {
  await openConnect([osprey, { id: 'bip122:Osprey', name: 'Osprey', namespace: 'bip122' }])
  expect(names()).toEqual(['OOspreyInstalled'])
  expect(networks).not.toContain(bitcoinNetwork)
})

test('closes the modal with the outcome "connected" after a connection in a namespace other than eip155', async () => {
  mockServer.use(http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })))
  const page = await openModal({ connect: () => solanaAccount }, { networks })
  await page.call('wallets', [[osprey, ospreyOnSolana]])
  await page.open({})
  fireEvent.click(await screen.findByRole('button', { name: /Osprey/ }))
  await page.calm()
  expect(page.store.get(screenAtom).view).toBe('ConnectingMultiChain')
  fireEvent.click(await screen.findByRole('button', { name: 'Solana' }))
  await vi.waitFor(() =>
    expect(page.outcomes).toEqual([
      { outcome: 'connected', namespace: 'solana', caipAddress: solanaAccount.caipAddress },
    ]),
  )
})
