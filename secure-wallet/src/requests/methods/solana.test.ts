import { SystemProgram } from '@solana/web3.js'
import { expect, test, vi } from 'vitest'
import { createRpcWallet, testNetworks } from '../../../test/rpcScope.ts'
import { createSolanaChain, me, person } from '../../../test/solanaChain.ts'

const ask = async (method: string, lamports: number) => {
  const chain = createSolanaChain()
  const transaction = chain.transaction([SystemProgram.transfer({ fromPubkey: me, toPubkey: person(10), lamports })])
  const { sent, ...wallet } = createRpcWallet(chain.node)
  const asked = wallet.ask(method, { transaction }, 'solana:local')
  ;(await wallet.card(0)).approve()
  const { signature } = (await asked) as { signature: string }
  return { sent, signature }
}

test.each([
  ['succeeds', 1_500_000_000, true],
  ['fails on the network', 9_000_000_000, false],
])('follows a sent Solana transaction that %s', async (_, lamports, isDone) => {
  const { sent, signature } = await ask('solana_signAndSendTransaction', lamports)
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ network: testNetworks.at(-1), hash: signature })
  expect(await sent[0]?.readEnd()).toEqual({ isDone, hash: signature })
})

test('says of no Solana transaction that it was sent if the wallet only signed it', async () => {
  const { sent } = await ask('solana_signTransaction', 1_500_000_000)
  expect(sent).toEqual([])
})
