import { expect, test } from 'vitest'
import { createHeaders, noInlineHashes } from './headers.ts'

const inline = { styleHashes: ['sha256-c3R5bGU='], scriptHashes: ['sha256-c2NyaXB0'] }

const headers = createHeaders({ frameOrigin: 'https://modal.example', secureOrigin: 'https://wallet.example' })
const ancestors = ['https://shop.example', 'https://*.club.example:8443']

test.each([
  ['loader, pinned', headers.loader('pinned')],
  ['loader, evergreen', headers.loader('evergreen')],
  ['loader, development', headers.loader('development')],
  ['document of the modal', headers.frameDocument(ancestors, inline)],
  ['document of the modal, with a relay', headers.frameDocument(ancestors, noInlineHashes, 'wss://relay.example')],
  ['document of the secure frame', headers.secureDocument(ancestors)],
  ['top-level page of the wallet', headers.topLevel],
  ['redirect to the top-level page of the wallet', headers.toTopLevel],
  ['refused document', headers.refusedDocument('sha256-abc')],
  ['asset of the modal', headers.frameAsset('text/javascript; charset=utf-8')],
  ['SVG asset of the modal', headers.frameAsset('image/svg+xml')],
  ['asset of the secure frame', headers.secureAsset('text/javascript; charset=utf-8')],
  ['logo on an approval card', headers.logo],
  ['API of the secure frame', headers.secureApi],
  ['public API, configuration', headers.publicApi('config')],
  ['public API, never cached', headers.publicApi('never')],
  ['image', headers.image('image/webp')],
  ['plain text', headers.plain],
  ['health', headers.health],
])('has the recorded headers: %s', (_, record) => {
  expect(record).toMatchSnapshot()
})

test('the headers of a plain http origin contain no https upgrade and no HSTS', () => {
  const local = createHeaders({ frameOrigin: 'http://modal.localhost:1', secureOrigin: 'http://wallet.localhost:1' })
  const record = local.frameDocument(['http://localhost:*'], noInlineHashes)
  expect(record['Strict-Transport-Security']).toBeUndefined()
  expect(record['Content-Security-Policy']).not.toContain('upgrade-insecure-requests')
})
