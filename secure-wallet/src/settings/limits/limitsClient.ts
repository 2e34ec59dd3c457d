import type {
  KnownReceiver,
  LimitChange,
  LimitedSite,
  NameReceiverRequest,
  ReceiverChange,
  SetLimitRequest,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import * as v from 'valibot'
import { parseAnswer } from '../../session/serverSchemas.ts'
import type { Session } from '../../session/session.ts'
import type { CustodyApi } from '../../worker/contract.ts'

type Options = {
  session: Pick<Session, 'ask' | 'facts' | 'refresh'>
  custody: Pick<CustodyApi, 'proveLimit' | 'proveReceiver'>
}
export type NewLimit = Omit<LimitChange, 'walletId' | 'sessionId'>
export type NewReceiver = Omit<ReceiverChange, 'walletId' | 'sessionId'> & { name: string }

const text = v.pipe(v.string(), v.maxLength(4_096))
const name = v.pipe(
  text,
  v.transform((raw) => cleanText(raw) || null),
)
const amount = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const sitesSchema: v.GenericSchema<unknown, { sites: LimitedSite[] }> = v.object({
  sites: v.array(
    v.object({
      host: text,
      limit: v.nullable(v.object({ id: text, chainId: text, token: text, perDay: amount, spentToday: amount })),
    }),
  ),
})
const receiversSchema: v.GenericSchema<unknown, { receivers: KnownReceiver[] }> = v.object({
  receivers: v.array(
    v.object({ id: text, chainId: text, address: text, name: v.nullable(name), createdAt: v.number() }),
  ),
})

/** Reads and changes the limits and known receivers on the server. A wallet window only. */
export const createLimitsClient = ({ session, custody }: Options) => {
  /** The proof names the current session, and another tab may have started a newer one. */
  const sessionId = async (): Promise<string> => {
    await session.refresh()
    return session.facts()?.sessionId ?? ''
  }
  const remove = async (path: string): Promise<void> => void (await session.ask({ method: 'DELETE', path }))
  return {
    sites: async (): Promise<LimitedSite[]> =>
      parseAnswer(sitesSchema, await session.ask({ method: 'GET', path: 'limits' })).sites,
    setLimit: async (limit: NewLimit): Promise<void> => {
      const proof = await custody.proveLimit({ ...limit, sessionId: await sessionId() })
      await session.ask({ method: 'PUT', path: 'limits', body: { ...limit, proof } satisfies SetLimitRequest })
    },
    removeLimit: (id: string): Promise<void> => remove(`limits/${id}`),
    receivers: async (): Promise<KnownReceiver[]> =>
      parseAnswer(receiversSchema, await session.ask({ method: 'GET', path: 'receivers' })).receivers,
    nameReceiver: async ({ name, ...receiver }: NewReceiver): Promise<void> => {
      const proof = await custody.proveReceiver({ ...receiver, sessionId: await sessionId() })
      const body: NameReceiverRequest = { ...receiver, name, proof }
      await session.ask({ method: 'POST', path: 'receivers', body })
    },
    removeReceiver: (id: string): Promise<void> => remove(`receivers/${id}`),
  }
}

export type LimitsClient = ReturnType<typeof createLimitsClient>
