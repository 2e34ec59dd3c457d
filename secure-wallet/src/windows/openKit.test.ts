import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, test } from 'vitest'
import { type KitFile, readKitFile } from '../unlock/kitFile.ts'
import { deriveSigners } from '../worker/accounts.ts'
import { createCustody } from '../worker/custody.ts'
import { openKit } from './openKit.ts'

test('the file and its words restore both addresses when there is no server any more', async () => {
  const setId = crypto.randomUUID()
  const custody = createCustody({ exportable: false, kitCost: { memory: 8, passes: 1, lanes: 1 } })
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
  const words = await openKit(readKitFile(JSON.stringify(file)), phrase)
  expect(deriveSigners(mnemonicToEntropy(words, wordlist)).accounts).toEqual(accounts)
  await expect(openKit(file, `${phrase} more`)).rejects.toMatchObject({ code: 'KEY_NOT_UNLOCKED' })
})

test.each(['', '{}', '[]', '{"format":"appkit-recovery-kit","version":2}'])('%j is no kit', (content) => {
  expect(() => readKitFile(content)).toThrow(expect.objectContaining({ code: 'KEY_NOT_UNLOCKED' }))
})
