import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, test } from 'vitest'
import { type KitFile, readKitFile } from '../unlock/kitFile.ts'
import { deriveSigners } from '../worker/accounts.ts'
import { createCustody } from '../worker/custody.ts'
import { openRecoveryKit } from './openKit.ts'

test('restores the seed of both addresses from the kit file and its words, without a server', async () => {
  const setId = crypto.randomUUID()
  const custody = createCustody({
    origin: 'https://wallet.example',
    isWalletWindow: false,
    kitCost: { memory: 8, passes: 1, lanes: 1 },
  })
  const { accounts, vault } = await custody.create('w')
  const { phrase, wrapped, cost } = await custody.kit(setId)
  const file: KitFile = {
    format: 'appkit-recovery-kit',
    version: 1,
    wallet: { walletId: 'w', epoch: 1, accounts },
    vault,
    setId,
    wrapped,
    cost,
  }
  const words = await openRecoveryKit(readKitFile(JSON.stringify(file)), phrase)
  expect(deriveSigners(mnemonicToEntropy(words, wordlist)).accounts).toEqual(accounts)
  await expect(openRecoveryKit(file, `${phrase} more`)).rejects.toMatchObject({ code: 'KEY_NOT_UNLOCKED' })
})

test.each(['', '{}', '[]', '{"format":"appkit-recovery-kit","version":2}'])('rejects %j as a kit file', (content) => {
  expect(() => readKitFile(content)).toThrow(expect.objectContaining({ code: 'KEY_NOT_UNLOCKED' }))
})
