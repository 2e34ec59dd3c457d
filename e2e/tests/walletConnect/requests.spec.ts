import { type Hex, parseEther, verifyTypedData } from 'viem'
import { press } from '../../driver/press.ts'
import { approveConnection, connectPhone, connectQuestionTitle, readQrCodeLink, showQrCode } from '../shared/pairing.ts'
import { drivePhonePage } from '../shared/phone.ts'
import { expect, test } from '../shared/test.ts'

const rejected = expect.objectContaining({ code: 4001 })
const order = {
  domain: { name: 'Coffee', chainId: 31337 },
  types: { Order: [{ name: 'cups', type: 'uint256' }] },
  primaryType: 'Order',
  message: { cups: 2n },
} as const
const orderText = JSON.stringify({
  ...order,
  types: {
    ...order.types,
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
  },
  message: { cups: '2' },
})

test('a link in the modal opens the wallet, and the wallet connects', async ({ driver, page, context, stack }) => {
  await driver.visitPage('plain')
  await driver.loaded()
  await page.evaluate(
    (link) => window.AppKit.configure({ customWallets: [{ id: 'test-phone', name: 'Test Phone', desktopLink: link }] }),
    stack.phone,
  )
  await driver.open()
  await driver.chooseWallet('Test Phone')
  await driver.press('Desktop', 'tab')
  const link = driver.frame.getByTestId('open-wallet')
  await expect(link).toHaveAttribute('href', /\/wc\?uri=wc%3A/)
  const opening = context.waitForEvent('page')
  await press(link)
  const phone = drivePhonePage(await opening)
  await approveConnection(driver, phone)
  const answer = driver.request('personal_sign', [
    '0x00',
    (await driver.state()).accounts.eip155?.caipAddress?.split(':')[2],
  ])
  await phone.approve('Sign this message?')
  expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
})

test('signs typed data, pays after a switch of the network, and answers twenty parallel requests', async ({
  driver,
  phone,
  chains,
  account,
}) => {
  const [address] = phone.accounts
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  const events = await driver.recordEvents()

  const signed = driver.request('eth_signTypedData_v4', [address, orderText])
  await phone.approve('Sign this data?')
  const { value: signature } = (await signed) as { value: Hex }
  expect(await verifyTypedData({ address, ...order, signature })).toBe(true)

  // Both networks are in the session, so the phone gets no request.
  expect(await driver.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).toEqual({ value: null })
  await expect.poll(events).toEqual([['chainChanged', '0x7a6a']])
  const before = await chains.second.client.getBalance({ address: account.address })
  const transaction = { from: address, to: account.address, value: '0xde0b6b3a7640000' }
  const sent = driver.request('eth_sendTransaction', [transaction])
  await expect(phone.question).toContainText('Localnet Two')
  await phone.approve('Send this transaction?')
  const { value: hash } = (await sent) as { value: Hex }
  await chains.second.client.waitForTransactionReceipt({ hash })
  expect(await chains.second.client.getBalance({ address: account.address })).toBe(before + parseEther('1'))

  await phone.approveAll()
  const messages = Array.from({ length: 20 }, (_, index) => `0x${index.toString(16).padStart(2, '0')}`)
  const answers = await Promise.all(messages.map((message) => driver.request('personal_sign', [message, address])))
  expect(new Set(answers.map((answer) => 'value' in answer && answer.value)).size).toBe(20)
})

test('reports a rejected connection, signature, payment and switch, and allows another try', async ({
  driver,
  page,
  phone,
  chains,
}) => {
  const [address] = phone.accounts
  await driver.visitPage('plain')
  await phone.connect(await showQrCode(driver))
  await phone.reject(connectQuestionTitle)
  await expect(driver.text('Connection declined')).toBeVisible()
  await driver.expectStatus('disconnected')
  await driver.press('Try again')
  await phone.connect(await readQrCodeLink(driver))
  await approveConnection(driver, phone)

  const nonce = await chains.first.client.getTransactionCount({ address })
  for (const [title, method, params] of [
    ['Sign this message?', 'personal_sign', ['0x00', address]],
    ['Sign this data?', 'eth_signTypedData_v4', [address, orderText]],
    ['Send this transaction?', 'eth_sendTransaction', [{ from: address, to: address }]],
  ] as const) {
    const answer = driver.request(method, params)
    await phone.reject(title)
    expect(await answer).toEqual(rejected)
  }
  expect(await chains.first.client.getTransactionCount({ address })).toBe(nonce)
  await driver.expectStatus('connected')

  await test.step('a session that the phone ends while the page is closed is over when the page opens again', async () => {
    await page.goto('about:blank')
    await phone.endSession()
    await expect(phone.page.getByText('None yet.')).toBeVisible()
    await page.goBack()
    await driver.loaded()
    await driver.expectStatus('disconnected')
    expect(await driver.request('eth_accounts')).toEqual({ value: [] })
    expect(await driver.request('personal_sign', ['0x00', address])).toMatchObject({ code: 4100 })
  })
})

test('the modal shows what the phone has to confirm, and closes after the answer', async ({ driver, page, phone }) => {
  const [address] = phone.accounts
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  const pay = () => driver.request('eth_sendTransaction', [{ from: address, to: address, value: '0x6f05b59d3b20000' }])
  const expectText = (text: RegExp) => expect(driver.text(text)).toBeVisible()

  const declined = pay()
  await expectText(/It asks you to pay 0\.5 ETH\./)
  await expect(driver.text('Confirm on your phone')).toBeVisible()
  await phone.reject('Send this transaction?')
  expect(await declined).toEqual(rejected)
  await driver.expectClosed()

  await test.step('Cancel rejects the request, and the phone can still decline it', async () => {
    const canceled = driver.request('personal_sign', ['0x00', address])
    await expectText(/It asks you to sign a message\./)
    await driver.press('Cancel')
    expect(await canceled).toEqual(rejected)
    await driver.expectClosed()
    await phone.reject('Sign this message?')
  })

  await test.step('closing the modal leaves the request waiting', async () => {
    const answer = driver.request('personal_sign', ['0x00', address])
    await expectText(/It asks you to sign a message\./)
    await page.keyboard.press('Escape')
    await driver.expectClosed()
    await phone.approve('Sign this message?')
    expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
    await driver.expectClosed()
  })
})

test('the phone shows requests that arrived while it slept', async ({ driver, phone }) => {
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  await phone.sleep()
  const answer = driver.request('personal_sign', ['0x00', phone.accounts[0]])
  await phone.wake()
  await phone.approve('Sign this message?')
  expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
})

test('a session that the phone ends is over at once', { tag: '@storageDenied' }, async ({ driver, phone }) => {
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  const events = await driver.recordEvents()
  await phone.endSession()
  await driver.expectStatus('disconnected')
  await expect
    .poll(async () => (await events()).map(([event]) => event))
    .toEqual(expect.arrayContaining(['accountsChanged', 'disconnect']))
})
