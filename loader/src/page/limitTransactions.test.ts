import { expect, test, vi } from 'vitest'
import { limitTransactions } from './limitTransactions.ts'

test.each([
  ['solana', 'solana_signTransaction'],
  ['solana', 'solana_signAndSendTransaction'],
  ['bip122', 'signPsbt'],
  ['bip122', 'sendTransfer'],
  ['polkadot', 'polkadot_signTransaction'],
  ['cosmos', 'cosmos_signDirect'],
] as const)(
  'refuses in the namespace %s the method %s on a network that the site does not use',
  async (namespace, method) => {
    const [ask, isRefused] = [vi.fn(async () => 'signed'), vi.fn(() => true)]
    const request = limitTransactions(ask, isRefused)
    await expect(request(namespace, { method })).rejects.toMatchObject({ code: 4902, reason: 'CHAIN_NOT_SUPPORTED' })
    expect(isRefused).toHaveBeenCalledWith(namespace)
    expect(ask).not.toHaveBeenCalled()
    expect(await request(namespace, { method: 'solana_signMessage' })).toBe('signed')
    isRefused.mockReturnValue(false)
    expect(await request(namespace, { method })).toBe('signed')
  },
)
