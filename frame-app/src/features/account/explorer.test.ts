import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { expect, test } from 'vitest'
import { explorerAddressUrl } from './explorer.ts'

const on = (url: string | undefined) =>
  ({ caipNetworkId: 'eip155:1', ...(url && { blockExplorer: { name: 'Scan', url } }) }) as unknown as Network

test.each([
  ['https://scan.example', 'https://scan.example/address/0x1'],
  ['https://scan.example/main/?cluster=devnet', 'https://scan.example/main/address/0x1?cluster=devnet'],
  ['javascript:alert(1)', null],
  ['no url', null],
  [undefined, null],
])('turns the explorer %j into the address page %j', (url, expected) => {
  expect(explorerAddressUrl(on(url), '0x1')).toBe(expected)
})
