import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { AuthTypes, EnginePrivate, SessionTypes } from '@walletconnect/types'
import { getChainsFromRecap, getDidAddress, getMethodsFromRecap, getNamespacedDidChainId } from '@walletconnect/utils'
import type { SignClientInstance } from '../signClient.ts'

type Cacao = AuthTypes.Cacao
/** The exact text that the wallet signed. `cacao` is the same message in the form that the wallet sent (CAIP-74). */
export type WalletSignIn = { text: string; signature: string; cacao: object }
type Opened = { session: SessionTypes.Struct; signedIn: WalletSignIn[] }
type Answer = {
  cacaos: Cacao[]
  responder: AuthTypes.Participant
  /** The public key with which this frame takes part in the session. */
  publicKey: string
  pairingTopic: string
}

/** The lifetime that sign-client gives a settled session. */
const sessionMs = 7 * 24 * 3_600_000
const events = ['chainChanged', 'accountsChanged']

/** Keeps the answers of wallets that signed while they connected, by pairing topic, and opens sessions from them. */
export const createSignedSessions = (client: SignClientInstance) => {
  const answers = new Map<string, Answer>()
  const { core, auth } = client
  const engine = client.engine as typeof client.engine & Pick<EnginePrivate, 'onSessionAuthenticateResponse'>
  const original = engine.onSessionAuthenticateResponse
  // sign-client asks a foreign server about signatures of contracts, and hangs on a signature that it can't parse. Our
  // server verifies all signatures, so sign-client gets the wallet's answer without the signatures.
  engine.onSessionAuthenticateResponse = (topic, payload) => {
    const request = auth.requests.getAll().find(({ id }) => id === payload.id)
    if (!request || !('result' in payload)) return original(topic, payload)
    const { cacaos, responder } = payload.result
    const { pairingTopic, requester } = request
    answers.set(pairingTopic, { cacaos, responder, publicKey: requester.publicKey, pairingTopic })
    original(topic, { ...payload, result: { ...payload.result, cacaos: [] } })
  }
  return {
    take: (pairingTopic: string): Answer | undefined => {
      const answer = answers.get(pairingTopic)
      answers.delete(pairingTopic)
      return answer
    },
    /** Opens the session that an answer grants. Null if the wallet signed in without granting a session. */
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

const readCacao = (client: SignClientInstance, cacao: Cacao): WalletSignIn => {
  const { p: request, s } = cacao
  return { text: client.formatAuthMessage({ request: request as never, iss: request.iss }), signature: s.s, cacao }
}

/** Turns an error in `read` into a coded one. The wallet wrote the answer, and no code has validated it before. */
const readAnswer = <Result>(read: () => Result): Result => {
  try {
    return read()
  } catch (cause) {
    throw new AppError(siwxErrors.SIWX_ANSWER_UNREADABLE, { cause })
  }
}

/**
 * Reads the granted methods and accounts. Each account is granted on the network of its message and on the networks
 * that the recap of the message lists.
 */
const grantOf = (cacaos: Cacao[]) => {
  const methods = new Set<string>()
  const accounts = new Set<string>()
  for (const { p } of cacaos) {
    // If the message has a recap (ERC-5573), the recap is the last resource of the message.
    const recap = p.resources?.at(-1)
    const isRecap = recap?.startsWith('urn:recap:')
    if (recap && isRecap) for (const method of getMethodsFromRecap(recap)) methods.add(method)
    for (const chain of [getNamespacedDidChainId(p.iss), ...(recap && isRecap ? getChainsFromRecap(recap) : [])])
      accounts.add(`${chain}:${getDidAddress(p.iss)}`)
  }
  return { methods: [...methods], accounts: [...accounts] }
}
