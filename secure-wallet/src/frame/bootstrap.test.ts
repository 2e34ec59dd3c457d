import { expect, test, vi } from 'vitest'
import { readBootstrap } from './bootstrap.ts'

const block = {
  version: '1',
  projectId: 'p',
  projectName: 'Shop',
  frameOrigin: 'https://modal.example',
  allowedOrigins: [] as string[],
  trustedOrigins: [],
  allowedAncestors: [],
  sites: [
    {
      origin: 'https://shop.example',
      name: 'Shop',
      logo: '/logos/0a1b',
      receivers: [{ name: 'Shop, till', account: 'eip155:1:0x00000000000000000000000000000000000000aa' }],
    },
  ],
  email: true,
  custody: 'assisted',
  networks: [
    {
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
      id: '1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ],
  defaultNetwork: 'eip155:1',
}
const documentWith = (textContent: string | null, remove = () => undefined) => ({
  getElementById: (id: string) =>
    id === 'bootstrap' ? ({ textContent, remove: remove as () => void } as HTMLElement) : null,
})

test('reads the data block that the server wrote into the document', () => {
  expect(readBootstrap(documentWith(JSON.stringify(block)))).toEqual(block)
})

test('removes the data block, so that the key of a wallet window stays only in memory', () => {
  const remove = vi.fn(() => undefined)
  const windowKey = 'A'.repeat(43)
  expect(readBootstrap(documentWith(JSON.stringify({ ...block, windowKey }), remove)).windowKey).toBe(windowKey)
  expect(remove).toHaveBeenCalledOnce()
})

test.each([
  null,
  '',
  '<!--bootstrap-->',
  '[]',
  '{}',
  JSON.stringify({ ...block, allowedOrigins: '*' }),
  JSON.stringify({ ...block, allowedOrigins: undefined }),
  JSON.stringify({ ...block, more: 1 }),
  JSON.stringify({ ...block, sites: undefined }),
  JSON.stringify({ ...block, sites: block.sites.map((site) => ({ ...site, logo: '//other.example/logo' })) }),
  JSON.stringify({ ...block, sites: block.sites.map((site) => ({ ...site, logo: 'https://other.example/logo' })) }),
])('rejects %j as a data block', (text) => {
  expect(() => readBootstrap(documentWith(text))).toThrow(expect.objectContaining({ code: 'SERVER_ERROR' }))
})
