import { expect } from '@playwright/test'
import { hexToString, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { installScriptedWallet } from '../wallets/scripted.ts'

type Wallet = Awaited<ReturnType<typeof installScriptedWallet>>

/**
 * Answers `personal_sign` for a wallet that holds requests of this method back. Each call waits for the page's next
 * message, signs it and returns it.
 */
export function createMessageSigner(wallet: Wallet, signer: PrivateKeyAccount): () => Promise<string> {
  let signed = 0
  return async () => {
    const findAsked = async () => (await wallet.requests()).filter(({ method }) => method === 'personal_sign')[signed]
    await expect.poll(findAsked).toBeDefined()
    const digits = Object((await findAsked())?.params)[0]
    if (!isHex(digits)) throw new Error('The wallet did not get the bytes of a message.')
    const message = hexToString(digits)
    await wallet.set({ answers: { personal_sign: await signer.signMessage({ message }) } })
    await wallet.release()
    signed += 1
    return message
  }
}
