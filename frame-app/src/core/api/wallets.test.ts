import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { directoryId, networkImageUrl, walletImageUrl } from './wallets.ts'

test("computes the same wallet id from an rdns as the server's directory", async () => {
  expect(await directoryId('io.metamask')).toBe(createHash('sha256').update('io.metamask').digest('hex').slice(0, 32))
})

test('makes image URLs that point to our server', () => {
  expect(walletImageUrl({ image_id: 'a/b' })).toBe('/getWalletImage/a%2Fb')
  expect(walletImageUrl({})).toBe(undefined)
  expect(networkImageUrl({ imageId: 'ethereum' })).toBe('/public/getAssetImage/ethereum')
})
