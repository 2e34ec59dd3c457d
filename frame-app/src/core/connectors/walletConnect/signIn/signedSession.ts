import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SignClient } from '@walletconnect/sign-client'
import type { AuthTypes, EnginePrivate, SessionTypes } from '@walletconnect/types'
import { getChainsFromRecap, getDidAddress, getMethodsFromRecap, getNamespacedDidChainId } from '@walletconnect/utils'

type Signer = Awaited<ReturnType<typeof SignClient.init>>
type Cacao = AuthTypes.Cacao
/** What the wallet signed, in its very text. `cacao` (CAIP-74) is the same as the wallet sent it. */
export type SignedIn = { text: string; signature: string; cacao: object }
type Opened = { session: SessionTypes.Struct; signedIn: SignedIn[] }
type Answer = {
  cacaos: Cacao[]
  responder: AuthTypes.Participant
  /** Ours, for the session of them both. */
  publicKey: string
  pairingTopic: string
}

/** As long as the session of a wallet that settles one. */
const sessionMs = 7 * 24 * 3_600_000
const events = ['chainChanged', 'accountsChanged']

/** What wallets answer who signed while they connected, by the topic of their pairing, and the session that follows from it. */
export const createSignedSessions = (client: Signer) => {
  const answers = new Map<string, Answer>()
  const { core, auth } = client
  const engine = client.engine as typeof client.engine & Pick<EnginePrivate, 'onSessionAuthenticateResponse'>
  const stock = engine.onSessionAuthenticateResponse
  // The client asks a foreign server whether a contract signed, and is never done where it can't read a signature. Ours is
  // the word that counts, so it gets nothing to check; the rest of its work it does.
  engine.onSessionAuthenticateResponse = (topic, payload) => {
    const asked = auth.requests.getAll().find(({ id }) => id === payload.id)
    if (!asked || !('result' in payload)) return stock(topic, payload)
    const { cacaos, responder } = payload.result
    const { pairingTopic, requester } = asked
    answers.set(pairingTopic, { cacaos, responder, publicKey: requester.publicKey, pairingTopic })
    stock(topic, { ...payload, result: { ...payload.result, cacaos: [] } })
  }
  return {
    take: (pairingTopic: string): Answer | undefined => {
      const answer = answers.get(pairingTopic)
      answers.delete(pairingTopic)
      return answer
    },
    /** Null where the wallet signed, and granted nothing beside it. */
    open: async ({ cacaos, responder, publicKey, pairingTopic }: Answer): Promise<Opened | null> => {
      const signedIn = readAnswer(() => cacaos.map((cacao) => readCacao(client, cacao)))
      const eip155 = readAnswer(() => grantOf(cacaos))
      if (eip155.methods.length === 0) return null
      const topic = await core.crypto.generateSharedKey(publicKey, responder.publicKey)
      await core.relayer.subscribe(topic)
      const session: SessionTypes.Struct = {
        topic,
        pairingTopic,
        acknowledged: true,
        self: { publicKey, metadata: client.metadata },
        peer: responder,
        controller: responder.publicKey,
        expiry: Math.floor((Date.now() + sessionMs) / 1_000),
        requiredNamespaces: {},
        optionalNamespaces: {},
        relay: { protocol: 'irn' },
        namespaces: { eip155: { ...eip155, events } },
      }
      await client.session.set(topic, session)
      await core.pairing.updateMetadata({ topic: pairingTopic, metadata: responder.metadata })
      return { session, signedIn }
    },
  }
}

const readCacao = (client: Signer, cacao: Cacao): SignedIn => {
  const { p: request, s } = cacao
  return { text: client.formatAuthMessage({ request: request as never, iss: request.iss }), signature: s.s, cacao }
}

/** The wallet wrote all of it, and nothing has looked at it yet. */
const readAnswer = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (cause) {
    throw new AppError(siwxErrors.SIWX_ANSWER_UNREADABLE, { cause })
  }
}

/** Each account that was signed for, on its own network and on those that the signed text names. */
const grantOf = (cacaos: Cacao[]) => {
  const methods = new Set<string>()
  const accounts = new Set<string>()
  for (const { p } of cacaos) {
    // The last one, and not each text has one (ERC-5573).
    const recap = p.resources?.at(-1)
    const isRecap = recap?.startsWith('urn:recap:')
    if (recap && isRecap) for (const method of getMethodsFromRecap(recap)) methods.add(method)
    for (const chain of [getNamespacedDidChainId(p.iss), ...(recap && isRecap ? getChainsFromRecap(recap) : [])])
      accounts.add(`${chain}:${getDidAddress(p.iss)}`)
  }
  return { methods: [...methods], accounts: [...accounts] }
}
