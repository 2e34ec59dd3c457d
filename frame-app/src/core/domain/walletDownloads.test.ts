import { expect, test } from 'vitest'
import { downloadsOf, platformsInWalletLinks } from './walletDownloads.ts'

const harbor = { id: 'h', name: 'Harbor', chains: [] }

test('lists only the download pages that a wallet has, stores first', () => {
  const downloads = downloadsOf({
    ...harbor,
    homepage: 'https://harbor.example/app',
    chrome_store: 'https://store.example/h',
  })
  expect(downloads).toEqual([
    { kind: 'extension', href: 'https://store.example/h' },
    { kind: 'website', href: 'https://harbor.example/app' },
  ])
})

test.each(['javascript:alert(1)', 'harbor://', 'http://harbor.example', 'harbor.example'])(
  'drops the download link %s',
  (homepage) => {
    expect(downloadsOf({ ...harbor, homepage })).toEqual([])
  },
)

test.each([
  [{ chrome_store: 'x' }, 'browser'],
  [{ app_store: 'x' }, 'phone'],
  [{ mobile_link: 'harbor://', chrome_store: 'x' }, 'phoneAndBrowser'],
  [{}, null],
])('derives from the links %j that the wallet runs on %s', (links, kind) => {
  expect(platformsInWalletLinks({ ...harbor, ...links })).toBe(kind)
})
