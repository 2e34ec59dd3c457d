import { isDeepStrictEqual } from 'node:util'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import * as v from 'valibot'
import type { Project } from '../config/projects.ts'
import type { NetworkNodes } from '../rpc/nodes.ts'
import type { ProjectNodes } from '../rpc/projectNodes.ts'
import { findMessageProblem } from './checkMessage.ts'
import type { SignInNonces } from './nonces.ts'
import type { SignInErrorCode } from './signInErrors.ts'
import { signatureVerifiers } from './verify/index.ts'
import type { SendNodeRequest, SignatureVerifier } from './verify/verifier.ts'

const text = (limit: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(limit))

/** The body of a sign-in. Unknown fields are ignored, because some clients send more. */
export const signInBodySchema = v.object({
  message: text(16_384),
  /** The signature in the encoding of its namespace. A contract signature with its deployment (ERC-6492) is long. */
  signature: text(65_536),
  /** The CAIP-10 account that the host page expects as the signer. */
  caipAddress: text(256),
  /** The fields of the message as the sender parsed them. If present, they must equal the fields of the signed text. */
  data: v.exactOptional(v.record(v.string(), v.unknown())),
})

type Body = v.InferOutput<typeof signInBodySchema>
export type SignInRefusal = { code: SignInErrorCode; field: string }
type Parts = { nodes: ProjectNodes; nonces: SignInNonces; clock: () => number }

/**
 * Returns a function that checks a sign-in. The function returns the parsed message if its account signed it for this
 * site and the present time, or else the reason of the refusal.
 */
export const createSignInChecker =
  ({ nodes, nonces, clock }: Parts) =>
  async (
    body: Body,
    site: { project: Project; origin: string; nonceSite: string },
  ): Promise<SiwxMessage | SignInRefusal> => {
    const { project, origin, nonceSite } = site
    const account = readAccount(body.caipAddress, project)
    if ('code' in account) return account
    const { network, address, verifier } = account
    const message = parseSiwxMessage(body.message, network)
    if (!message) return { code: 'SIWX_MESSAGE_INVALID', field: 'message' }
    if (body.data && !isDeepStrictEqual(body.data, message)) return { code: 'SIWX_DATA_MISMATCH', field: 'data' }
    const wanted = { siteOrigin: origin, caipNetworkId: network.caipNetworkId, address, now: clock() }
    const problem = findMessageProblem(message, wanted)
    if (problem) return problem
    // Use up the nonce before verifying the signature, so that a concurrent request can't use the same nonce.
    if (!(await nonces.use(message.nonce, nonceSite))) return { code: 'SIWX_NONCE_INVALID', field: 'nonce' }
    const askChain = createAskChain(nodes.get(project)?.get(network.caipNetworkId))
    try {
      const signed = { message: body.message, signature: body.signature, address, network }
      if (await verifier.verify(signed, askChain)) return message
      return { code: 'SIWX_SIGNATURE_INVALID', field: 'signature' }
    } catch (cause) {
      if (cause instanceof AppError) return { code: 'SIWX_NOT_VERIFIED', field: 'signature' }
      throw cause
    }
  }

/**
 * Errors of a node that could not run the contract call. They say nothing about the signature, which is neither right
 * nor wrong.
 */
const unanswered: ReadonlySet<number> = new Set(
  [
    commonErrors.METHOD_NOT_FOUND,
    commonErrors.METHOD_NOT_SUPPORTED,
    commonErrors.RESOURCE_NOT_FOUND,
    commonErrors.RESOURCE_UNAVAILABLE,
    commonErrors.TOO_MANY_REQUESTS,
    commonErrors.INTERNAL_ERROR,
  ].map(({ number }) => number),
)

/**
 * Returns a function that sends one request to the nodes of a network. The signal that it passes never aborts, because
 * `NetworkNodes` has its own time limit.
 */
const createAskChain =
  (nodes: NetworkNodes | undefined): SendNodeRequest =>
  async (request) => {
    const [answer] = (await nodes?.ask([{ id: 1, ...request }], new AbortController().signal)) ?? []
    if (answer && 'result' in answer) return { result: answer.result }
    if (!answer || unanswered.has(answer.error.code)) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
    return 'failed'
  }

const readAccount = (
  caipAddress: string,
  project: Project,
): { network: Network; address: string; verifier: SignatureVerifier } | SignInRefusal => {
  const field = 'caipAddress'
  const account = parseAccount(caipAddress)
  if (!account) return { code: 'INVALID_CAIP_ADDRESS', field }
  const { chainNamespace, chainId, address } = account
  const served = project.served.get(`${chainNamespace}:${chainId}`)
  const verifier = signatureVerifiers[chainNamespace]
  if (!served || !verifier) return { code: 'CHAIN_NOT_SUPPORTED', field }
  const isAddress = namespaces[chainNamespace].address.test(address) && verifier.isAddress(address, served.network)
  return isAddress ? { network: served.network, address, verifier } : { code: 'INVALID_ADDRESS', field }
}

const parseAccount = (caipAddress: string): ReturnType<typeof parseCaipAddress> | undefined => {
  try {
    return parseCaipAddress(caipAddress)
  } catch {
    // The text is not a CAIP-10 account, so `readAccount` refuses the sign-in with INVALID_CAIP_ADDRESS.
    return undefined
  }
}
