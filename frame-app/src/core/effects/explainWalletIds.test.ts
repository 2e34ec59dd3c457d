// @vitest-environment happy-dom
import type { HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openPage } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'

const harbor = { id: 'a'.repeat(32), other_id: 'b'.repeat(64), name: 'Harbor', chains: [] }

/** Configures the page while the directory has one wallet, and returns what the developer reads. */
const configure = async (options: HostOptions): Promise<() => unknown[]> => {
  mockServer.use(
    http.get('*/getWallets', ({ request }) => {
      const include = new URL(request.url).searchParams.get('include')?.split(',')
      const data = !include || include.some((id) => [harbor.id, harbor.other_id].includes(id)) ? [harbor] : []
      return HttpResponse.json({ data, count: data.length })
    }),
  )
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const page = openPage({}, { wallets: [harbor] })
  await page.call('configure', [options])
  await page.call('wallets', [[]])
  return () => errors.mock.calls.flat()
}

test.each<[HostOptions, string]>([
  [{ featuredWalletIds: [`${'a'.repeat(31)}c`] }, `featuredWalletIds … Did you mean ${harbor.id} (Harbor)?`],
  [{ includeWalletIds: [`${'b'.repeat(62)}cc`] }, `includeWalletIds … Did you mean ${harbor.other_id} (Harbor)?`],
  [{ featuredWalletIds: ['harbor'] }, `featuredWalletIds … Did you mean ${harbor.id} (Harbor)?`],
  [{ excludeWalletIds: [`${'b'.repeat(63)}c`] }, `excludeWalletIds … Did you mean ${harbor.other_id} (Harbor)?`],
  [{ includeWalletIds: ['c'.repeat(32)] }, 'includeWalletIds … '],
  [
    { customWallets: [{ id: 'kite', name: 'Kite' }], includeWalletIds: ['kit'] },
    'includeWalletIds … Did you mean kite?',
  ],
])('names the unknown wallet id of %j and the nearest known id', async (options, text) => {
  const [option = '', hint = ''] = text.split(' … ')
  const [id] = Object(options)[option]
  const line = `AppKit: the option ${option} names a wallet that the directory lacks: "${id}".`
  const said = await configure(options)
  await vi.waitFor(() => expect(said()).toEqual([[line, hint].filter(Boolean).join(' ')]))
})

test('complains only about the unknown id beside wallets of the directory, of the site and of other visitors', async () => {
  const said = await configure({
    customWallets: [{ id: 'kite', name: 'Kite' }],
    featuredWalletIds: [harbor.id, harbor.other_id, 'kite', 'io.example.far', 'solana:Sun'],
    includeWalletIds: ['c'.repeat(32)],
  })
  await vi.waitFor(() => expect(said()).toEqual([expect.stringContaining('cccc')]))
})
