import { expect, test } from 'vitest'
import {
  connectWallet,
  nextWalletEvent,
  openSiteClient,
  openTestRelay,
  openTestWallet,
  personalSignRequest,
} from './test/peers.ts'

test('a pending request ends when the site disconnects the session', async () => {
  const relay = await openTestRelay()
  const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
  await connectWallet(client, wallet)
  const shown = nextWalletEvent(wallet, 'session_request')
  const outcome = expect(client.request('eip155:1', personalSignRequest)).rejects.toMatchObject({ number: 4900 })
  await shown
  await client.disconnect()
  await outcome
})

test('a pending request ends when the visitor connects another wallet', async () => {
  const relay = await openTestRelay()
  const [client, first, second] = await Promise.all([
    openSiteClient(relay),
    openTestWallet(relay),
    openTestWallet(relay, 'Second'),
  ])
  await connectWallet(client, first)
  const shown = nextWalletEvent(first, 'session_request')
  const outcome = expect(client.request('eip155:1', personalSignRequest)).rejects.toMatchObject({ number: 4900 })
  await shown
  await connectWallet(client, second)
  await outcome
})
