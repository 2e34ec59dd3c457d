// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../../../../test/page.ts'
import { connectorAtom } from '../../state/connections.ts'
// The WalletConnect code loads before the tests run. On a slow machine this import takes longer than a test's time
// limit.
import './connector.ts'

/** A relay that cannot be reached, because port 9 (the discard service) is closed. */
const walletConnect = { projectId: 'demo', relayUrl: 'ws://127.0.0.1:9' }
const core = '_walletConnectCore_appkit https://shop.example'
const cores = () => Object(globalThis)[`${core}_count`]

test('opens one client per document, however many calls need it', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { store } = openPage({}, { walletConnect })
  const connector = store.get(connectorAtom)('walletConnect')
  onTestFinished(() => Object(globalThis)[core]?.heartbeat.stop())
  connector.preload()
  connector.preload()
  await Promise.all([
    expect(connector.adopt()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' }),
    expect(connector.request('solana', { method: 'solana_signMessage' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    }),
  ])
  connector.preload()
  expect(cores()).toBe(1)
  expect(warn).not.toHaveBeenCalled()
})

test('rejects a pairing in a project without WalletConnect', async () => {
  const { store } = openPage()
  const pairing = store.get(connectorAtom)('walletConnect').pair()
  await expect(pairing).rejects.toMatchObject(new AppError(commonErrors.UNSUPPORTED_METHOD))
})
