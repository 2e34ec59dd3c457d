import { expect, vi } from 'vitest'
import { type KitFile, readKitFile } from '../src/unlock/kitFile.ts'
import type { CredentialsApi } from '../src/unlock/webauthn.ts'
import { signSolana } from './signPayload.ts'
import {
  pickNumber,
  pressButton,
  type StartedVisit,
  signInAndContinue,
  startVisit,
  typeCode,
  waitForText,
} from './visit.ts'

export const renewRowName = 'Change the lock'
export const renewQuestion = 'Change the lock of your wallet?'
export const renewButton = 'Change the lock now'
export const renewedTitle = 'Your wallet has a new lock'

type Loaded = Awaited<ReturnType<StartedVisit['load']>>

const message = new Uint8Array(32).fill(7)
export const signMessage = ({ wallet }: Pick<Loaded, 'wallet'>): Promise<Uint8Array> => signSolana(wallet.keys, message)
/** Returns everything that the server stores of the wallet, as one text that tests can compare. */
export const serverStateOf = ({ server }: Pick<StartedVisit, 'server'>): string =>
  JSON.stringify([server.state.wallet, [...server.state.shareSets], [...server.state.shares], [...server.state.owners]])
export const confirmedUnlockMethods = ({ server }: Pick<StartedVisit, 'server'>) =>
  server.state.wallet?.sets.filter(({ confirmed }) => confirmed).map((set) => set.type)

/** Opens the Security panel in a wallet window. In the mode `assisted`, a site's frame creates the wallet first. */
export const openWalletWindow = async (mode: 'assisted' | 'self', credentials?: CredentialsApi) => {
  const started = await startVisit(mode)
  if (mode === 'assisted') await signInAndContinue(started)
  const loaded = await started.load(started.store, 'persistent', credentials, 'vault')
  await loaded.api.connectEmail(started.server.email)
  await waitForText('Check your email')
  typeCode(started.server.rightCode)
  await waitForText(mode === 'assisted' ? 'We need to check it’s you on this browser' : 'Your wallet is ready')
  pressButton(mode === 'assisted' ? 'Recover by email' : 'Continue')
  if (mode === 'assisted') {
    await pickNumber(started.server)
  }
  await vi.waitFor(() => expect(loaded.reportUser).toHaveBeenCalled())
  const before = await signMessage(loaded)
  loaded.api.openSettings()
  await waitForText('Sign out everywhere')
  return { ...started, ...loaded, before, state: serverStateOf(started) }
}

/** Saves the backup that the panel offers, and returns the kit file and its seven words. */
export const saveKit = async (): Promise<{ file: KitFile; phrase: string }> => {
  const download = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:kit')
  await waitForText('Write these words down')
  const phrase = [...document.querySelectorAll('.words li')].map((word) => word.textContent).join(' ')
  pressButton('Download the file')
  const [saved] = download.mock.lastCall ?? []
  if (!(saved instanceof Blob)) throw new Error('Nothing was saved')
  const file = readKitFile(await saved.text())
  document.querySelector<HTMLInputElement>('#kit-sure')?.click()
  pressButton('Finish')
  return { file, phrase }
}
/** Starts a renewal of the vault key: presses the row of the Security panel, then the button of the next panel. */
export const renewVaultKey = async (): Promise<void> => {
  pressButton(renewRowName)
  await waitForText(renewQuestion)
  pressButton(renewButton)
}
