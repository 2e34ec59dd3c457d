import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answerJson, startForeignServer } from '../../../test/foreignServer.ts'
import { makeTestApp, makeTestFolder, modalOrigin } from '../../../test/parts.ts'
import { answerRpcError, startBrokenRpcNode, startRpcNode } from '../../../test/rpcNode.ts'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const hub = 'cosmos:cosmoshub-4'
const solanaOwner = 'CnPoSPKXu7wJqxe59Fs72tkBeALovhsCxYeFwPCQH9TD'
const cosmosOwner = 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu'
const usdcMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const otherMint = '3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E'
const oldProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const newProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

const read = async (network: object, account: string) => {
  const file = join(await makeTestFolder(), 'tokens.json')
  const row = { chainId: 101, address: usdcMint, name: 'USD Coin', symbol: 'USDC', decimals: 6 }
  await writeFile(file, JSON.stringify({ name: 'Test', tokens: [row] }))
  const app = await makeTestApp([
    { id: 'shop', name: 'Shop', allowedOrigins: [], networks: [network], tokenLists: [file] },
  ])
  return (await app(`${modalOrigin}/v1/account/${account}/balance`)).json()
}

type Row = { mint?: unknown; amount?: unknown; decimals?: unknown; owner?: unknown; program?: unknown }
/** A token account in the answer that Solana documents for `getTokenAccountsByOwner` with `jsonParsed`. */
const tokenAccount = ({ mint = usdcMint, amount = '1', decimals = 6, owner = solanaOwner, program }: Row) => ({
  account: {
    data: {
      program: 'spl-token',
      parsed: {
        info: {
          tokenAmount: { amount, decimals, uiAmount: 0.1, uiAmountString: '0.1' },
          state: 'initialized',
          isNative: false,
          mint,
          owner,
        },
        type: 'account',
      },
      space: 165,
    },
    executable: false,
    lamports: 1_726_080,
    owner: program ?? oldProgram,
    rentEpoch: 4,
    space: 165,
  },
  pubkey: 'C2gJg6tKpQs41PRS1nC8aw3ZKNZK3HQQZGVrDFDup5nx',
})
const readSolana = async (accountsOf: (programId: string) => unknown) => {
  const node = await startRpcNode(({ id, method, params }) => {
    const [, { programId }] = params as [string, { programId: string }]
    const value = method === 'getBalance' ? 5 : accountsOf(programId)
    return { jsonrpc: '2.0', id, result: { context: { slot: 1_114 }, value } }
  })
  return read({ id: solana, privateRpcUrls: [node.url] }, `${solana}:${solanaOwner}`)
}
const oldAccounts = (rows: Row[]) => readSolana((program) => (program === oldProgram ? rows.map(tokenAccount) : []))

test('reads the Solana tokens of both token programs, and adds the accounts of one mint', async () => {
  const { balances, missing } = await readSolana((program) =>
    program === oldProgram
      ? [tokenAccount({ amount: '18446744073709551615' }), tokenAccount({ amount: '2' })]
      : [tokenAccount({ mint: otherMint, amount: '7', decimals: 0, program: newProgram })],
  )
  expect(missing).toEqual([])
  expect(balances.slice(1)).toEqual([
    {
      name: 'USD Coin',
      symbol: 'USDC',
      chainId: solana,
      address: `${solana}:${usdcMint}`,
      quantity: { decimals: '6', numeric: '18446744073709551617' },
      iconUrl: `${modalOrigin}/public/getTokenImage/USDC`,
    },
    {
      name: otherMint,
      symbol: '3wyA…Y75E',
      chainId: solana,
      address: `${solana}:${otherMint}`,
      quantity: { decimals: '0', numeric: '7' },
    },
  ])
})

test('leaves out empty token accounts of Solana', async () => {
  expect((await oldAccounts([{ amount: '0' }])).balances).toHaveLength(1)
})

test('reads the first hundred unlisted tokens of a Solana account, and says that there are more', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => ({
    mint: `${'2'.repeat(40)}${'AB'[index % 2]}${index + 111}`.replaceAll('0', 'z').slice(0, 44),
  }))
  const { balances, missing } = await oldAccounts([...rows, { mint: usdcMint }])
  expect(balances).toHaveLength(102)
  expect(balances[1]).toMatchObject({ symbol: 'USDC' })
  expect(missing).toEqual([{ part: 'tokens', chainId: solana, reason: 'TOO_MANY' }])
})

const unreadable = (chainId: string) => [{ part: 'tokens', chainId, reason: 'UNREADABLE' }]

test.each<[string, Row]>([
  ['a number as the amount', { amount: 5 }],
  ['a negative amount', { amount: '-5' }],
  ['an amount beyond 64 bits', { amount: '18446744073709551616' }],
  ['NaN', { amount: 'NaN' }],
  ['negative decimals', { decimals: -1 }],
  ['decimals that contradict the list', { decimals: 9 }],
  ['no mint', { mint: null }],
  ['another owner', { owner: otherMint }],
  ['another program', { program: newProgram }],
])('believes no Solana tokens after an answer with %s', async (_, row) => {
  const { balances, missing } = await oldAccounts([row])
  expect(balances).toMatchObject([{ symbol: 'SOL', quantity: { numeric: '5' } }])
  expect(missing).toEqual(unreadable(solana))
})

test.each([[null], [{}], ['lots'], [[null]], [[5]]])('believes no Solana tokens after %j', async (value) => {
  expect((await readSolana(() => value)).missing).toEqual(unreadable(solana))
})

/** The answer that Cosmos documents for `/cosmos/bank/v1beta1/balances/{address}`. */
const bank = (balances: unknown, nextKey: string | null = null) => ({
  balances,
  pagination: { next_key: nextKey, total: '0' },
})
const readCosmos = async (answer: unknown) => {
  const { origin, asked } = await startForeignServer((request, response) =>
    answerJson(request.url?.includes('by_denom') ? { balance: { denom: 'uatom', amount: '9' } } : answer)(
      request,
      response,
    ),
  )
  return { ...(await read({ id: hub, privateRestUrls: [origin] }, `${hub}:${cosmosOwner}`)), asked }
}

test('reads the coins of a Cosmos account beside its currency, in base units', async () => {
  const ibc = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2'
  const coins = [
    { denom: ibc, amount: '123456789012345678901234567890' },
    { denom: 'uatom', amount: '9' },
    { denom: 'uempty', amount: '0' },
  ]
  const { balances, missing, asked } = await readCosmos(bank(coins))
  expect(missing).toEqual([])
  expect(balances).toMatchObject([
    { symbol: 'ATOM', quantity: { decimals: '6', numeric: '9' } },
    {
      symbol: ibc,
      address: `${hub}:${encodeURIComponent(ibc)}`,
      quantity: { decimals: '0', numeric: '123456789012345678901234567890' },
    },
  ])
  expect(balances).toHaveLength(2)
  expect(asked).toContain(`/cosmos/bank/v1beta1/balances/${cosmosOwner}?pagination.limit=200`)
})

test('says that a Cosmos account has more coins than one page', async () => {
  const { missing } = await readCosmos(bank([{ denom: 'uosmo', amount: '1' }], 'dW9zbW8='))
  expect(missing).toEqual([{ part: 'tokens', chainId: hub, reason: 'TOO_MANY' }])
})

test.each<[unknown]>([
  [null],
  [{}],
  [bank(null)],
  [bank([null])],
  [bank([{ denom: 'uosmo', amount: 5 }])],
  [bank([{ denom: 'uosmo', amount: '-5' }])],
  [bank([{ denom: 'uosmo', amount: '1.5' }])],
  [bank([{ denom: 'uosmo', amount: '9'.repeat(79) }])],
  [bank([{ denom: '', amount: '5' }])],
  [bank([{ denom: '<script>', amount: '5' }])],
  [bank([1, 2].map((amount) => ({ denom: 'uosmo', amount: String(amount) })))],
])('believes no Cosmos coins after %j', async (answer) => {
  const { balances, missing } = await readCosmos(answer)
  expect(balances).toMatchObject([{ symbol: 'ATOM', quantity: { numeric: '9' } }])
  expect(missing).toEqual(unreadable(hub))
})

test.each([
  ['refuses the request', async () => (await startRpcNode(answerRpcError(-32602, 'Invalid param'))).url, 'UNAVAILABLE'],
  [
    'limits requests',
    async () => (await startBrokenRpcNode((response) => response.writeHead(429, { 'Retry-After': '3' }).end())).url,
    'RATE_LIMITED',
  ],
  ['answers no JSON', async () => (await startBrokenRpcNode((response) => response.end('<html>'))).url, 'UNREADABLE'],
])('names Solana tokens as missing if the node %s', async (_, start, reason) => {
  const { balances, missing } = await read({ id: solana, privateRpcUrls: [await start()] }, `${solana}:${solanaOwner}`)
  expect(balances).toEqual([])
  expect(missing.map((part: { part: string; reason: string }) => [part.part, part.reason])).toEqual([
    ['native', reason],
    ['tokens', reason],
  ])
})
