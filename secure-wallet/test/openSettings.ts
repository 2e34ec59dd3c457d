import { expect, vi } from 'vitest'
import { createAuthenticator } from './authenticator.ts'
import { pickNumber, pressButton, signInAndContinue, startVisit, typeCode, waitForText } from './visit.ts'

/** Opens the Security panel of a visitor with a wallet, in the modal or in a wallet window. */
export const openSettings = async (
  documentKind: 'frame' | 'vault',
  passkeys: Parameters<typeof createAuthenticator>[0] | null = {},
) => {
  const started = await startVisit()
  await signInAndContinue(started)
  const credentials = passkeys ? createAuthenticator(passkeys).credentials : undefined
  if (documentKind === 'vault') {
    const first = await started.load(started.store, 'persistent', credentials, 'vault')
    await first.api.connectEmail(started.server.email)
    await waitForText('Check your email')
    typeCode(started.server.rightCode)
    await waitForText('We need to check it’s you on this browser')
    pressButton('Recover by email')
    await pickNumber(started.server)
    await vi.waitFor(() => expect(first.reportUser).toHaveBeenCalled())
  }
  started.server.state.authTime = 0
  const loaded = await started.load(started.store, 'persistent', credentials, documentKind)
  await loaded.api.isConnected()
  loaded.api.openSettings()
  await waitForText(documentKind === 'vault' ? 'Sign out everywhere' : 'More in the wallet window')
  return { ...started, ...loaded }
}
