import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { directoryId, networkImageUrl, walletImageUrl } from './wallets.ts'

test("the id is the one that the server's directory gives", async () => {
  expect(await directoryId('io.metamask')).toBe(createHash('sha256').update('io.metamask').digest('hex').slice(0, 32))
})

test('pictures come from the own server', () => {
  expect(walletImageUrl({ image_id: 'a/b' })).toBe('/getWalletImage/a%2Fb')
  expect(walletImageUrl({})).toBe(undefined)
  expect(networkImageUrl({ imageId: 'ethereum' })).toBe('/public/getAssetImage/ethereum')
})
