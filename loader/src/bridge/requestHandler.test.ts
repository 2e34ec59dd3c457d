import { expect, test, vi } from 'vitest'
import type { Outcome } from '../../protocol/api/frameApi.ts'
import { createAppKitError } from './refuse.ts'
import { createRequestHandler } from './requestHandler.ts'
import { lowerCase } from './walletInUse.ts'
import type { EvmPageWallet } from './wallets.ts'

const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const closed: Outcome = { outcome: 'closed' }

const createPage = (answer?: (method: string) => unknown, accounts = [account], isRefused = false) => {
  const asked: unknown[] = []
  let wallet: EvmPageWallet | undefined
  const provider = {
    request: async (input: { method: string }) => {
      asked.push(input)
      return answer?.(input.method)
    },
  } as EvmPageWallet['provider']
  const connect = () => {
    wallet = { id: 'io.kite', name: 'Kite', provider }
  }
  if (answer) connect()
  const open = vi.fn(async () => closed)
  const disconnect = vi.fn(async () => {
    wallet = undefined
    return null
  })
  const read = vi.fn(async ({ method }: { method: string }) => {
    if (method === 'personal_sign') throw createAppKitError(4100, 'UNAUTHORIZED')
    return `read ${method}`
  })
  const askFrame = vi.fn(async (namespace: string, { method }: { method: string }) => `${namespace} ${method}`)
  const request = createRequestHandler(
    async () => (wallet ? [wallet, accounts] : undefined),
    disconnect,
    open,
    read,
    askFrame,
    () => isRefused,
  )
  return { request, open, disconnect, read, askFrame, asked, connect }
}
const unsupported = (code: number) => () => {
  throw { code, message: 'Not here' }
}

test.each([undefined, null, {}, { method: 1 }, { method: '' }, 'eth_accounts', []])(
  'rejects %j as an invalid request',
  async (input) => {
    await expect(createPage().request(input as never)).rejects.toMatchObject({ code: -32600 })
  },
)

test.each([
  ['eth_accounts', []],
  ['wallet_getPermissions', 'read wallet_getPermissions'],
  ['eth_chainId', 'read eth_chainId'],
  ['eth_sendRawTransaction', 'read eth_sendRawTransaction'],
  ['net_version', 'read net_version'],
  ['web3_clientVersion', 'read web3_clientVersion'],
])('answers %s with %j while no wallet is connected', async (method, expected) => {
  const { request, open } = createPage()
  expect(await request({ method })).toEqual(expected)
  expect(open).not.toHaveBeenCalled()
})

test("passes on the frame's refusal while no wallet is connected", async () => {
  await expect(createPage().request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4100 })
})

test('passes requests of other namespaces on, whether a wallet is connected or not', async () => {
  const page = createPage(() => 'the page')
  const input = { method: 'solana_signMessage', params: {} }
  expect(await page.request(input, undefined, 'solana')).toBe('solana solana_signMessage')
  expect(page.askFrame).toHaveBeenCalledExactlyOnceWith('solana', input)
  expect(page.asked).toEqual([])
})

test('lists the accounts of the wallet in lower case, the account in use first', async () => {
  const [other, late] = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x90F79bf6EB2c4f870365E785982E1f101E93b906']
  const page = createPage(() => [account, other, late], lowerCase([other, account]))
  expect(await page.request({ method: 'eth_accounts' })).toEqual(lowerCase([other, account, late]))
  expect(await page.request({ method: 'eth_requestAccounts' })).toEqual(lowerCase([other, account]))
  expect(await createPage(() => [], [account]).request({ method: 'eth_accounts' })).toEqual([])
})

test('opens the modal for eth_requestAccounts and rejects if the visitor closes it', async () => {
  const { request, open } = createPage()
  await expect(request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
  expect(open).toHaveBeenCalledOnce()
})

test.each([
  ['eth_requestAccounts', [account]],
  [
    'wallet_requestPermissions',
    [
      expect.objectContaining({
        parentCapability: 'eth_accounts',
        caveats: [expect.objectContaining({ value: [account] })],
      }),
    ],
  ],
])('answers %s from the connection that this request opened, without a second prompt', async (method, expected) => {
  const page = createPage()
  page.open.mockImplementation(async () => {
    page.connect()
    return closed
  })
  vi.stubGlobal('origin', 'https://shop.example')
  expect(await page.request({ method })).toEqual(expected)
  expect(page.asked).toEqual([])
})

test('passes every request to the connected wallet unchanged', async () => {
  const page = createPage((method) => `answered ${method}`)
  const input = { method: 'eth_sendTransaction', params: [{ to: account }], extra: true }
  expect(await page.request(input)).toBe('answered eth_sendTransaction')
  expect(page.asked[0]).toBe(input)
  expect(page.read).not.toHaveBeenCalled()
})

test('rejects with the very error that the wallet threw', async () => {
  const thrown = { code: 4001, message: 'No' }
  const page = createPage(() => {
    throw thrown
  })
  await expect(page.request({ method: 'personal_sign' })).rejects.toBe(thrown)
})

test.each([4200, -32601, -32004])(
  'sends a read to the project’s RPC if the wallet refuses the read with %i',
  async (code) => {
    const page = createPage(unsupported(code))
    expect(await page.request({ method: 'eth_getBalance', params: [account] })).toBe('read eth_getBalance')
    await expect(page.request({ method: 'personal_sign' })).rejects.toMatchObject({ code })
  },
)

test('derives the permissions from the connection if the wallet lacks the permission methods', async () => {
  vi.stubGlobal('origin', 'https://shop.example')
  const page = createPage(unsupported(4200))
  expect(await page.request({ method: 'wallet_getPermissions' })).toEqual([
    {
      invoker: 'https://shop.example',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: [account] }],
    },
  ])
})

test('refuses transactions, and nothing else, on a network that the site does not use', async () => {
  const page = createPage(() => '0x1', [account], true)
  for (const method of ['eth_sendTransaction', 'wallet_sendCalls'])
    await expect(page.request({ method })).rejects.toMatchObject({ code: 4902, reason: 'CHAIN_NOT_SUPPORTED' })
  expect(page.asked).toEqual([])
  for (const method of ['personal_sign', 'eth_sendRawTransaction', 'wallet_switchEthereumChain', 'eth_chainId'])
    expect(await page.request({ method })).toBe('0x1')
})

test('asks which account to share if a wallet of several accounts has no permission methods', async () => {
  const accounts = [account, '0x1111111111111111111111111111111111111111']
  const page = createPage(unsupported(4200), accounts)
  page.open.mockImplementation(async () => {
    accounts.reverse()
    return closed
  })
  const [permission] = (await page.request({ method: 'wallet_requestPermissions' })) as [{ caveats: unknown }]
  expect(page.open).toHaveBeenCalledExactlyOnceWith({ view: 'ProfileWallets' })
  expect(permission.caveats).toEqual([{ type: 'restrictReturnedAccounts', value: accounts }])
  await page.request({ method: 'wallet_getPermissions' })
  expect(page.open).toHaveBeenCalledOnce()
})

test('rejects wallet_grantPermissions if the wallet refuses it', async () => {
  const page = createPage(unsupported(4200))
  await expect(page.request({ method: 'wallet_grantPermissions', params: [{}] })).rejects.toMatchObject({ code: 4200 })
})

test('does not ask a node for a method that the embedded wallet does not support yet', async () => {
  const thrown = { code: 4200, reason: 'NOT_SUPPORTED_YET' }
  const page = createPage(() => {
    throw thrown
  })
  await expect(page.request({ method: 'eth_supportedEntryPoints' })).rejects.toBe(thrown)
})

test('disconnects on the MIP-2 form of wallet_revokePermissions and passes on the smart-session form', async () => {
  const page = createPage(() => 'revoked')
  expect(await page.request({ method: 'wallet_revokePermissions', params: [{ pci: '1' }] })).toBe('revoked')
  expect(page.disconnect).not.toHaveBeenCalled()
  expect(await page.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })).toBeNull()
  expect(page.disconnect).toHaveBeenCalledOnce()
})
