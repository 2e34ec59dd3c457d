import { readDecimalAmount } from '../../rpc/balance/amounts.ts'
import { unreadableAnswerError } from '../../rpc/upstreams/httpAnswer.ts'
import type { HeldToken, TokenAdaptor } from './tokenAdaptor.ts'

/** The token program and its successor, Token-2022. */
const programs = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb']
/** The most unlisted tokens of an account. Somebody could send it thousands of worthless ones. */
const unlistedLimit = 100

/** Reads the token accounts of a Solana account from any node. A mint names no symbol, so only a list can. */
export const tokenAccountsAdaptor: TokenAdaptor = {
  source: 'rpc',
  limitBytes: 8 * 1_024 * 1_024,
  read: async ({ ask, address, listed }) => {
    const answers = await Promise.all(
      programs.map((programId) =>
        ask(async ({ call }) => {
          const params = [address, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }]
          return readAccounts(await call('getTokenAccountsByOwner', params), programId, address)
        }),
      ),
    )
    const amounts = new Map<string, { amount: bigint; decimals: number }>()
    for (const { mint, amount, decimals } of answers.flat()) {
      const known = amounts.get(mint)
      if (known && known.decimals !== decimals) throw unreadableAnswerError()
      amounts.set(mint, { amount: amount + (known?.amount ?? 0n), decimals })
    }
    const names = new Map(listed.map((token) => [token.address, token]))
    const tokens = [...amounts].flatMap(([mint, { amount, decimals }]): HeldToken[] => {
      if (amount === 0n) return []
      const token = names.get(mint)
      // A list that names other decimals describes another token.
      if (token && token.decimals !== decimals) throw unreadableAnswerError()
      const { name, symbol } = token ?? { name: mint, symbol: `${mint.slice(0, 4)}…${mint.slice(-4)}` }
      return [{ address: mint, name, symbol, decimals, amount, isListed: token !== undefined }]
    })
    const unlisted = tokens.filter(({ isListed }) => !isListed)
    return {
      tokens: [...tokens.filter(({ isListed }) => isListed), ...unlisted.slice(0, unlistedLimit)],
      missing: unlisted.length > unlistedLimit ? [{ reason: 'TOO_MANY' }] : [],
    }
  },
}

const readAccounts = (answer: unknown, program: string, owner: string) => {
  const { value } = Object(answer) as { value?: unknown }
  if (!Array.isArray(value)) throw unreadableAnswerError()
  return value.map((row) => {
    const { owner: rowProgram, data } = Object(Object(row).account) as { owner?: unknown; data?: unknown }
    const info = Object(Object(Object(data).parsed).info) as Record<string, unknown>
    const { mint } = info
    const { amount, decimals } = Object(info.tokenAmount) as { amount?: unknown; decimals?: unknown }
    if (rowProgram !== program || info.owner !== owner) throw unreadableAnswerError()
    if (typeof mint !== 'string' || !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(mint)) throw unreadableAnswerError()
    if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 255) throw unreadableAnswerError()
    const units = readDecimalAmount(amount)
    if (units >= 2n ** 64n) throw unreadableAnswerError()
    return { mint, decimals: Number(decimals), amount: units }
  })
}
