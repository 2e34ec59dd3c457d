// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../test/authenticator.ts'
import { signSolana } from '../../test/signPayload.ts'
import { pressButton, startVisit, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'
import { errorText } from '../languages/errorText.ts'
import type { PasskeyDevice } from '../unlock/passkeyDevice.ts'

beforeEach(() => document.body.replaceChildren())

type Own = Parameters<typeof createAuthenticator>[0]
const arrive = async (
  mode: 'assisted' | 'self',
  own: Own = {},
  device: PasskeyDevice | null = 'faceId',
  ancestor?: string,
) => {
  const started = await startVisit(mode)
  started.device = device
  const authenticator = createAuthenticator(own)
  const loaded = await started.load(started.store, 'persistent', authenticator.credentials, 'frame', null, ancestor)
  await loaded.api.connectEmail(started.server.email)
  await waitForText('Check your email')
  typeCode(started.server.rightCode)
  await waitForText('Your wallet is ready')
  return { ...started, ...loaded, prompts: authenticator.prompts }
}
type Arrived = Awaited<ReturnType<typeof arrive>>
const passkeysOf = ({ server }: Arrived) =>
  server.state.wallet?.sets.filter(({ type, confirmed }) => type === 'passkey' && confirmed)
const connected = ({ reportUser }: Arrived) => vi.waitFor(() => expect(reportUser).toHaveBeenCalled())

describe('the offer of a passkey in the last step of the first login', () => {
  test('one press and one prompt add a passkey that signs in, and the login is over', async () => {
    const visit = await arrive('assisted')
    expect(visit.prompts).toEqual([])
    expect(textOnScreen()).toContain('Next time without a code')
    pressButton('Use Face ID next time')
    await connected(visit)
    expect(visit.prompts).toEqual(['create'])
    expect(passkeysOf(visit)).toEqual([expect.objectContaining({ signsIn: true, passkeyKey: expect.anything() })])
    expect(textOnScreen()).not.toContain('Your wallet is ready')
  })

  test('says why the wallet did not take the passkey', async () => {
    const visit = await arrive('assisted')
    visit.server.state.guardianDown = true
    pressButton('Use Face ID next time')
    await waitForText('No passkey was made')
    expect(textOnScreen()).toContain(errorText(new AppError(walletErrors.GUARDIAN_UNREACHABLE)))
    pressButton('Continue')
    await connected(visit)
  })

  test('leaving the offer out connects the site', async () => {
    const visit = await arrive('assisted')
    pressButton('Not now')
    await connected(visit)
    expect([visit.prompts, passkeysOf(visit)]).toEqual([[], []])
  })

  test('a closed prompt loses nothing, and only a press opens another one', async () => {
    const visit = await arrive('assisted', { declines: true })
    pressButton('Use Face ID next time')
    await waitForText('No passkey was made')
    expect(visit.prompts).toEqual(['create'])
    pressButton('Try again')
    await vi.waitFor(() => expect(visit.prompts).toEqual(['create', 'create']))
    await waitForText('You can add one any time in Security')
    pressButton('Continue')
    await connected(visit)
    expect(visit.reportUser.mock.lastCall?.[0].isConnected).toBe(true)
  })

  test.each<[string, PasskeyDevice | null, string | undefined]>([
    ['has no passkeys that unlock a wallet', null, undefined],
    ['shows the site in another page, which could cover the panel', 'faceId', 'https://portal.example'],
  ])('offers nothing on a device that %s', async (_, device, ancestor) => {
    await arrive('assisted', {}, device, ancestor)
    expect(textOnScreen()).not.toContain('next time')
    expect(textOnScreen()).toContain('Continue')
  })

  test('names the passkey by what the device has', async () => {
    await arrive('assisted', {}, 'windowsHello')
    expect(textOnScreen()).toContain('Use Windows Hello next time')
  })

  test('in self custody the wallet stays receive-only until the passkey exists', async () => {
    const visit = await arrive('self')
    expect(textOnScreen()).toContain('It can only receive for now')
    expect(visit.wallet.keys.status()).toBe('receiveOnly')
    pressButton('Use Face ID next time')
    await connected(visit)
    expect(visit.server.state.wallet?.status).toBe('active')
    expect(visit.wallet.keys.status()).not.toBe('receiveOnly')
    expect(await signSolana(visit.wallet.keys, new Uint8Array(3))).toHaveLength(64)
  })

  test('in self custody a wallet whose owner leaves the offer out can only receive', async () => {
    const visit = await arrive('self')
    pressButton('Not now')
    await connected(visit)
    expect(visit.wallet.keys.status()).toBe('receiveOnly')
    expect(visit.wallet.keys.accounts()).toEqual(visit.server.state.wallet?.accounts)
  })
})
