// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { openSettings } from '../../test/openSettings.ts'
import { pressButton, textOnScreen, waitForText } from '../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

test.each(['Passkey', 'Backup'])(
  'a browser that came in by mail alone makes nothing that opens the wallet without the server: %s',
  async (way) => {
    const prompted = vi.fn()
    const { server } = await openSettings('vault', {
      wait: async (_, run) => {
        prompted()
        return run()
      },
    })
    server.state.newBrowserUntil = Date.now() + 5 * 60 * 60_000 - 1_000
    pressButton(way)
    await waitForText('This browser signed in by email only. It can do this in 5 hours.')
    expect(textOnScreen()).not.toMatch(/recovery words|Save/)
    expect(prompted).not.toHaveBeenCalled()
    expect(server.state.wallet?.sets.map(({ type }) => type)).not.toContain(way === 'Passkey' ? 'passkey' : 'kit')
  },
)
