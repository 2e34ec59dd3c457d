// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { listedToken } from '../../../test/limitRoutes.ts'
import { openSettings } from '../../../test/openSettings.ts'
import { pressButton, textOnScreen, typeCode, waitForText } from '../../../test/visit.ts'

beforeEach(() => document.body.replaceChildren())

const fill = (id: string, value: string): void => {
  const input = document.querySelector<HTMLInputElement>(`#${id}`)
  if (!input) throw new Error(`There is no ${id}`)
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
const openPage = async () => {
  const opened = await openSettings('vault')
  pressButton('Sites and limits')
  await waitForText('Asks for every payment')
  return opened
}
const shop = 'https://shop.example'
const friend = `0x${'b2'.repeat(20)}`

test('a wallet window sets the limit of a site with the signature of the open wallet, shows it and removes it', async () => {
  const { server } = await openPage()
  pressButton('shop.example')
  await waitForText('May it pay small amounts')
  fill('limit-amount', '12,5')
  pressButton('Save the limit')
  await waitForText('Pays up to 12.5 USD a day without asking')
  expect(server.state.sites).toEqual([
    {
      host: shop,
      limit: {
        id: 'first',
        ...{ chainId: 'eip155:10', token: listedToken.address.toLowerCase(), perDay: '12500000', spentToday: '0' },
      },
    },
  ])
  pressButton('shop.example')
  await waitForText('Used today')
  expect(textOnScreen()).toContain('up to 12.5 USD a day')
  expect(textOnScreen()).toContain('Everybody you have paid once counts as known.')
  pressButton('Never without asking')
  await waitForText('Asks for every payment')
  expect(server.state.sites).toEqual([{ host: shop, limit: null }])
})

test('asks for a code before it saves a limit, if the last login is old', async () => {
  const { server } = await openPage()
  server.state.fresh = false
  pressButton('shop.example')
  await waitForText('May it pay small amounts')
  fill('limit-amount', '5')
  pressButton('Save the limit')
  await waitForText('Check your email')
  server.state.fresh = true
  typeCode(server.rightCode)
  await waitForText('Pays up to 5 USD a day')
})

test.each(['', '0', '-1', '1e3', 'abc', '1.1234567', '1,000.5'])('saves no limit of %j', async (typed) => {
  const { server } = await openPage()
  pressButton('shop.example')
  await waitForText('May it pay small amounts')
  fill('limit-amount', typed)
  pressButton('Save the limit')
  pressButton('Back')
  await waitForText('Asks for every payment')
  expect(server.state.sites).toEqual([{ host: shop, limit: null }])
})

test.each([
  ['a short address', friend.slice(0, -1)],
  ['an address with a wrong checksum', `0x${'c3'.repeat(19)}C3`],
])('saves no receiver with %s', async (_name, address) => {
  const { server } = await openPage()
  pressButton('Known receivers')
  await waitForText('no known receiver yet')
  pressButton('Name a receiver')
  await waitForText('Compare the address')
  fill('receiver-name', 'Ann')
  fill('receiver-address', address)
  pressButton('Save the receiver')
  pressButton('Back')
  await waitForText('no known receiver yet')
  expect(server.state.receivers).toEqual([])
})

test('a wallet window names a receiver, lists it and removes it', async () => {
  const { server } = await openPage()
  pressButton('Known receivers')
  await waitForText('no known receiver yet')
  pressButton('Name a receiver')
  await waitForText('Compare the address')
  fill('receiver-name', 'Ann')
  fill('receiver-address', friend)
  pressButton('Save the receiver')
  await waitForText('Ann')
  expect(server.state.receivers).toMatchObject([{ chainId: 'eip155:1', address: friend, name: 'Ann' }])
  await vi.waitFor(() => expect(textOnScreen()).toContain(friend))
  pressButton('Remove')
  await waitForText('no known receiver yet')
})

test('the secure frame offers no limits, only the wallet window', async () => {
  await openSettings('frame')
  expect(textOnScreen()).not.toContain('Sites and limits')
})
