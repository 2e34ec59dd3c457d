// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import {
  confirmedUnlockMethods,
  openWalletWindow,
  renewedTitle,
  renewVaultKey,
  saveKit,
  signMessage,
} from '../../test/renewKey.ts'
import { signSolana } from '../../test/signPayload.ts'
import { pickNumber, pressButton, textOnScreen, typeCode, waitForText } from '../../test/visit.ts'
import { memoryStore } from '../session/store.ts'
import { createCustody } from '../worker/custody.ts'

vi.setConfig({ testTimeout: 60_000 })

type Kit = Awaited<ReturnType<typeof saveKit>>
type Interruption = { mode: 'assisted' | 'self'; arrives: boolean; lasts: boolean }
type Opened = Awaited<ReturnType<typeof openWalletWindow>>

/**
 * Renews the vault key, and cuts the connection off at one request: before the server gets the request, or after
 * (`arrives`). If the outage `lasts`, later requests fail too. Returns null if the renewal makes fewer requests.
 */
const interruptRenewal = async ({ mode, arrives, lasts }: Interruption, requestNumber: number) => {
  document.body.replaceChildren()
  const opened = await openWalletWindow(mode)
  const { server } = opened
  const kits: Kit[] = []
  if (mode === 'self') {
    pressButton('Backup')
    kits.push(await saveKit())
    await waitForText('Saved ')
  }
  const { fetch } = server
  let count = 0
  server.fetch = async (...args) => {
    count += 1
    if (count < requestNumber || (count > requestNumber && !lasts)) return fetch(...args)
    if (count === requestNumber && arrives) await fetch(...args)
    throw new TypeError('Failed to fetch')
  }
  await renewVaultKey()
  if (mode === 'self') kits.push(await saveKit())
  await vi.waitFor(() =>
    expect([renewedTitle, 'That did not work', 'No answer yet'].some((end) => textOnScreen().includes(end))).toBe(true),
  )
  const end = textOnScreen()
  opened.api.leave()
  server.fetch = fetch
  return count < requestNumber
    ? null
    : { ...opened, kits, end, request: `${requestNumber}: ${server.connection.requests.at(-1)}` }
}

const openElsewhere = async ({ load, server }: Opened) => {
  document.body.replaceChildren()
  const loaded = await load(memoryStore(), 'persistent')
  await loaded.api.connectEmail(server.email)
  await waitForText('Check your email')
  typeCode(server.rightCode)
  await waitForText('We need to check it’s you on this browser')
  pressButton('Recover by email')
  await pickNumber(server)
  await vi.waitFor(() => expect(loaded.reportUser).toHaveBeenCalled())
  return loaded
}
/** Unlocks the wallet with the one backup whose share set the server has. */
const openByKit = async ({ server }: Opened, kits: readonly Kit[]) => {
  const { wallet } = server.state
  const kit = kits.find(({ file }) => wallet?.sets.some(({ setId }) => setId === file.setId))
  if (!wallet || !kit) throw new Error('No kit counts')
  const custody = createCustody({ origin: 'https://wallet.example', isWalletWindow: true, kitCost: kit.file.cost })
  const { setId, wrapped, cost } = kit.file
  const source = { kind: 'phrase', phrase: kit.phrase, cost } as const
  await custody.unlock(wallet, wallet.vault, { name: { setId, type: 'kit' }, source, serverShare: null }, wrapped)
  return custody
}

test.each<Interruption>([
  { mode: 'assisted', arrives: true, lasts: true },
  { mode: 'assisted', arrives: false, lasts: true },
  { mode: 'assisted', arrives: true, lasts: false },
  { mode: 'assisted', arrives: false, lasts: false },
  { mode: 'self', arrives: true, lasts: true },
  { mode: 'self', arrives: false, lasts: true },
  { mode: 'self', arrives: true, lasts: false },
  { mode: 'self', arrives: false, lasts: false },
])(
  'a renewal of the vault key leaves the wallet unchanged or fully renewed, whichever of its requests fails: %j',
  async (how) => {
    const epochs = new Set<number | undefined>()
    let requestNumber = 1
    for (
      let found = await interruptRenewal(how, requestNumber);
      found;
      found = await interruptRenewal(how, requestNumber)
    ) {
      const { server, store, load, before, kits, end, request } = found
      const { wallet } = server.state
      epochs.add(wallet?.epoch)
      // The last panel says correctly whether the server has the new vault key.
      if (end.includes(renewedTitle)) expect(wallet?.epoch, request).toBe(2)
      if (end.includes('That did not work')) expect(wallet?.epoch, request).toBe(1)
      const sets = wallet?.epoch === 1 && how.mode === 'assisted' ? ['device', 'guardian', 'vault'] : undefined
      const durable = how.mode === 'assisted' ? 'guardian' : 'kit'
      expect(confirmedUnlockMethods(found)?.toSorted(), request).toEqual(sets ?? [durable, 'vault'].toSorted())

      // The same window, the next window of this browser and another browser all unlock the same wallet.
      expect(await signMessage(found), request).toEqual(before)
      const next = await load(store, 'persistent', undefined, 'vault')
      await next.api.isConnected()
      expect(await signMessage(next), request).toEqual(before)
      const guardians = wallet?.sets.filter((set) => set.type === 'guardian').map(({ setId }) => setId) ?? []
      const isAllNew = wallet?.epoch === 2 || !how.lasts
      if (isAllNew) await vi.waitFor(() => expect([...server.state.shares.keys()], request).toEqual(guardians))
      if (how.mode === 'self')
        expect(await signSolana(await openByKit(found, kits), new Uint8Array(32).fill(7)), request).toEqual(before)
      else if (how.lasts) expect(await signMessage(await openElsewhere(found)), request).toEqual(before)
      requestNumber += 1
    }
    expect(requestNumber).toBeGreaterThan(how.mode === 'assisted' ? 5 : 2)
    expect([...epochs]).toEqual(how.arrives || !how.lasts ? expect.arrayContaining([2]) : expect.arrayContaining([1]))
  },
)
