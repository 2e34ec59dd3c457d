import { expect } from '@playwright/test'
import { hexToString, isHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { installScriptedWallet } from '../wallets/scripted.ts'

type Wallet = Awaited<ReturnType<typeof installScriptedWallet>>

/**
 * Signs messages for a scripted wallet that holds back `personal_sign` requests. Each call waits for the page's next
 * message, signs it, lets the wallet answer, and returns the message.
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
