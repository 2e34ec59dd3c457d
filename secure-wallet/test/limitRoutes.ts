import {
  type KnownReceiver,
  type LimitedSite,
  limitProofText,
  type NameReceiverRequest,
  receiverProofText,
  type SetLimitRequest,
  type WalletRecord,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { Hono } from 'hono'
import { isHex, keccak256, recoverAddress, stringToHex } from 'viem'

type State = { fresh: boolean; wallet: WalletRecord | null; sites: LimitedSite[]; receivers: KnownReceiver[] }
type Options = {
  // biome-ignore lint/suspicious/noExplicitAny: these routes read nothing that other routes put into the context.
  app: Hono<any, any, any>
  state: State
  sessionId: string
}

export const listedToken = { chainId: 10, address: `0x${'A1'.repeat(20)}`, name: 'Dollar', symbol: 'USD', decimals: 6 }

/** Adds the server's routes of limits and known receivers, as a wallet window sees them. */
export const addLimitRoutes = ({ app, state, sessionId }: Options): void => {
  const refusalOf = async (text: (walletId: string) => string, proof: string): Promise<string | null> => {
    if (!state.fresh) return 'FRESH_LOGIN_REQUIRED'
    const { walletId = '', accounts } = state.wallet ?? {}
    const hash = keccak256(stringToHex(text(walletId)))
    const isSigned = isHex(proof) && (await recoverAddress({ hash, signature: proof })) === accounts?.eip155
    return isSigned ? null : 'WALLET_LOCKED'
  }
  app.get('/tokens', (context) => {
    const tokens = context.req.query('chainId') === 'eip155:10' ? [listedToken] : []
    return context.json({ tokens })
  })
  app.get('/limits', (context) => context.json({ sites: state.sites }))
  app.put('/limits', async (context) => {
    const { proof, ...limit }: SetLimitRequest = await context.req.json()
    const refusal = await refusalOf((walletId) => limitProofText({ ...limit, walletId, sessionId }), proof)
    if (refusal) return context.json({ reasons: [{ code: refusal }] }, 403)
    const { host, ...rest } = limit
    const made = { host, limit: { id: 'first', ...rest, spentToday: '0' } }
    state.sites = state.sites.map((site) => (site.host === host ? made : site))
    return context.json({})
  })
  app.delete('/limits/:id', (context) => {
    state.sites = state.sites.map((site) =>
      site.limit?.id === context.req.param('id') ? { ...site, limit: null } : site,
    )
    return context.json({})
  })
  app.get('/receivers', (context) => context.json({ receivers: state.receivers }))
  app.post('/receivers', async (context) => {
    const { proof, name, ...receiver }: NameReceiverRequest = await context.req.json()
    const refusal = await refusalOf((walletId) => receiverProofText({ ...receiver, walletId, sessionId }), proof)
    if (refusal) return context.json({ reasons: [{ code: refusal }] }, 403)
    state.receivers = [...state.receivers, { ...receiver, name, id: receiver.address, createdAt: 0 }]
    return context.json({})
  })
  app.delete('/receivers/:id', (context) => {
    state.receivers = state.receivers.filter(({ id }) => id !== context.req.param('id'))
    return context.json({})
  })
}
