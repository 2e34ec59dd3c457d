import { expect, test } from 'vitest'
import { connectWallet, nextEvent, openRelay, openSite, openWallet, signatureRequest } from './test/peers.ts'

test('a pending request ends when the site disconnects the session', async () => {
  const relay = await openRelay()
  const [client, wallet] = await Promise.all([openSite(relay), openWallet(relay)])
  await connectWallet(client, wallet)
  const shown = nextEvent(wallet, 'session_request')
  const outcome = expect(client.request('eip155:1', signatureRequest)).rejects.toMatchObject({ number: 4900 })
  await shown
  await client.disconnect()
  await outcome
})

test('a pending request ends when the visitor connects another wallet', async () => {
  const relay = await openRelay()
  const [client, first, second] = await Promise.all([openSite(relay), openWallet(relay), openWallet(relay, 'Second')])
  await connectWallet(client, first)
  const shown = nextEvent(first, 'session_request')
  const outcome = expect(client.request('eip155:1', signatureRequest)).rejects.toMatchObject({ number: 4900 })
  await shown
  await connectWallet(client, second)
  await outcome
})
