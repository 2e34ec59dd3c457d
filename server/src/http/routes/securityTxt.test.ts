import { expect, test } from 'vitest'
import { makeTestApp, makeTestParts, modalOrigin, walletOrigin } from '../../../test/parts.ts'

const now = Date.UTC(2026, 10, 22, 12)
const path = '/.well-known/security.txt'

test.each([modalOrigin, walletOrigin])("serves the operator's contact at %s", async (origin) => {
  const { settings } = await makeTestParts()
  const securityContact = {
    contacts: ['mailto:security@shop.example', 'https://shop.example/security'],
    languages: ['en', 'de'],
  }
  const request = await makeTestApp(undefined, { settings: { ...settings, securityContact }, clock: () => now })
  const response = await request(`${origin}${path}`)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await response.text()).toBe(
    'Contact: mailto:security@shop.example\n' +
      'Contact: https://shop.example/security\n' +
      'Expires: 2027-02-20T12:00:00.000Z\n' +
      'Preferred-Languages: en, de\n' +
      `Canonical: ${origin}${path}\n`,
  )
})

test('answers 404 for security.txt if no contact is configured', async () => {
  const request = await makeTestApp()
  expect((await request(`${modalOrigin}${path}`)).status).toBe(404)
})
