import { hexToString, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Driver } from '../../driver/driver.ts'
import type { installScriptedWallet } from '../../wallets/scripted.ts'
import { expect } from './baseTest.ts'

/** Presses the modal's Sign button, lets the wallet sign the requested message, and returns the message. */
export const signMessage = async (
  driver: Driver,
  wallet: Awaited<ReturnType<typeof installScriptedWallet>>,
  signer: PrivateKeyAccount,
): Promise<string> => {
  await wallet.set({ held: ['personal_sign'] })
  await driver.press(/^Sign$/)
  await expect(driver.text(/Continue in/)).toBeVisible()
  const findRequest = async () => (await wallet.requests()).findLast(({ method }) => method === 'personal_sign')
  // The view names the wallet before the site has returned its nonce and message, so the request may come later.
  await expect.poll(findRequest).toBeDefined()
  const request = await findRequest()
  const digits = Object(request?.params)[0]
  if (!isHex(digits)) throw new Error('The wallet got no text to sign.')
  const message = hexToString(digits)
  await wallet.set({ answers: { personal_sign: await signer.signMessage({ message }) } })
  await wallet.release()
  return message
}
