// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { pickNumber, pressButton, signInAndContinue, startVisit, typeCode, waitForText } from '../../../test/visit.ts'
import { memoryStore } from '../../session/store.ts'

beforeEach(() => document.body.replaceChildren())

describe('a browser that the server could not confirm after a recovery', () => {
  /** Recovers the wallet in a new browser. Until the test ends it, each confirmation fails. */
  const recover = async (reaches: boolean) => {
    const started = await startVisit()
    const { server } = started
    await signInAndContinue(started)
    server.state.isUnconfirmed = true
    const pass = server.fetch
    const failing = vi.spyOn(server, 'fetch').mockImplementation(async (...args) => {
      const isConfirmation = String(args[0] instanceof Request ? args[0].url : args[0]).includes('session/confirm')
      if (!isConfirmation) return pass(...args)
      if (reaches) await pass(...args)
      throw new TypeError('Failed to fetch')
    })
    const loaded = await started.load(memoryStore())
    await loaded.api.connectEmail(server.email)
    await waitForText('Check your email')
    typeCode(server.rightCode)
    await vi.waitFor(() => pressButton('Recover by email'))
    await pickNumber(server)
    await vi.waitFor(() => expect(loaded.reportUser).toHaveBeenCalled())
    return { ...loaded, server, failing }
  }

  test('is confirmed when the open wallet is needed the next time', async () => {
    const { server, wallet, failing } = await recover(false)
    expect(server.state.isUnconfirmed).toBe(true)
    failing.mockRestore()
    expect(server.state.wallet?.sets.filter(({ type }) => type === 'device')).toHaveLength(1)
    await wallet.keys.unlock()
    expect(server.state.isUnconfirmed).toBe(false)
    // Now the browser is in the list of browsers.
    expect(server.state.wallet?.sets.filter(({ type }) => type === 'device')).toHaveLength(2)
    await wallet.keys.unlock()
    expect(server.state.wallet?.sets.filter(({ type }) => type === 'device')).toHaveLength(2)
  })

  test('still opens its wallet while the confirmation fails again', async () => {
    const { server, wallet } = await recover(false)
    await wallet.keys.unlock()
    expect(wallet.keys.status()).toBe('ready')
    expect(server.state.isUnconfirmed).toBe(true)
  })

  test('gets its own way to open the wallet if only the answer of the confirmation was lost', async () => {
    const { server } = await recover(true)
    expect(server.state.wallet?.sets.filter(({ type }) => type === 'device')).toHaveLength(2)
  })
})
