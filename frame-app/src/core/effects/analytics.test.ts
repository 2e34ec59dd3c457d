// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openPage, sampleAccountOn, sampleAddress, waitForMessages } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { serveSignIn } from '../../../test/signIn.ts'
import { signInAtom } from '../../features/signIn/siwx.ts'
import { connectAtom, finishConnectionAtom } from '../state/connections.ts'
import { setIsPhoneAtom } from '../state/device.ts'

type Item = {
  url: string
  domain: string
  props: { event: string; address?: string; properties?: { method?: string } }
}

const listen = () => {
  const items: Item[] = []
  mockServer.use(
    http.post('*/e', async ({ request }) => {
      items.push((await request.json()) as Item)
      return new HttpResponse(null, { status: 202 })
    }),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  )
  return items
}
const connectOnce = async (analytics: boolean) => {
  const items = listen()
  const { store, call } = openPage({ connect: () => sampleAccountOn(1) }, { analytics })
  await call('wallets', [[{ id: 'io.example.harbor', name: 'Harbor' }]])
  await call('open', [{}])
  // The code that sends usage reports loads in parallel with the first view.
  if (analytics) await vi.waitFor(() => expect(items).toHaveLength(1))
  await store.set(connectAtom, 'io.example.harbor')
  await waitForMessages()
  return items
}

test('sends no usage report if the project turned analytics off', async () => {
  expect(await connectOnce(false)).toEqual([])
})

test("sends usage reports with the host page's origin and a hash of the account's address", async () => {
  const items = await connectOnce(true)
  const names = items.map(({ props }) => props.event)
  expect(names.toSorted()).toEqual(['CONNECT_SUCCESS', 'MODAL_CLOSE', 'MODAL_OPEN', 'SELECT_WALLET'])
  for (const { url, domain } of items)
    expect({ url, domain }).toEqual({ url: 'https://shop.example', domain: 'shop.example' })
  expect(JSON.stringify(items)).not.toContain(sampleAddress.slice(2))
  expect(items.find(({ props }) => props.event === 'CONNECT_SUCCESS')?.props.address).toMatch(/^[0-9a-f]{64}$/)
})

test.each([
  ['walletConnect', false, 'qrcode'],
  ['walletConnect', true, 'mobile'],
  ['embedded', false, 'email'],
  ['io.example.harbor', true, 'browser'],
])('reports a connection through %s, on a phone %s, as the method %s', async (connectorId, onPhone, method) => {
  const items = listen()
  const { store, call } = openPage({}, { analytics: true })
  store.set(setIsPhoneAtom, onPhone)
  await call('open', [{}])
  await vi.waitFor(() => expect(items).toHaveLength(1))
  store.set(finishConnectionAtom, 'eip155', { ...sampleAccountOn(1), connectorId })
  await vi.waitFor(() => expect(items.map(({ props }) => props.event)).toContain('CONNECT_SUCCESS'))
  expect(items.find(({ props }) => props.event === 'CONNECT_SUCCESS')?.props.properties?.method).toBe(method)
})

test('sends a usage report for each step of a sign-in', async () => {
  const items = listen()
  serveSignIn()
  let isWilling = false
  const request = () => {
    if (!isWilling) throw new AppError(commonErrors.WALLET_ERROR, { number: -32002, message: 'Already asking' })
    return '0x1234'
  }
  const { store, call } = openPage({ request }, { analytics: true })
  await call('account', ['eip155', sampleAccountOn(1)])
  await call('open', [{ signIn: 'required' }])
  await vi.waitFor(() => expect(items).toHaveLength(1))
  await store.set(signInAtom)
  isWilling = true
  await store.set(signInAtom)
  await vi.waitFor(() => expect(items).toHaveLength(5))
  const properties = { network: 'eip155:1', isSmartAccount: false }
  expect(items.slice(1).map(({ props }) => props)).toMatchObject([
    { event: 'CLICK_SIGN_SIWX_MESSAGE', properties },
    { event: 'SIWX_AUTH_ERROR', properties: { ...properties, message: 'Already asking' } },
    { event: 'CLICK_SIGN_SIWX_MESSAGE', properties },
    { event: 'SIWX_AUTH_SUCCESS', properties },
  ])
  expect(JSON.stringify(items)).not.toContain('e30.')
})
