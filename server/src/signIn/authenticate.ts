import { isDeepStrictEqual } from 'node:util'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { parseSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwx.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import * as v from 'valibot'
import type { Project } from '../config/projects.ts'
import type { ProjectNodes } from '../rpc/projectNodes.ts'
import { createAskChain } from './askChain.ts'
import { findMessageProblem } from './checkMessage.ts'
import type { Nonces } from './nonces.ts'
import type { SignInErrorCode } from './signInErrors.ts'
import { verifiers } from './verify/index.ts'
import type { Verifier } from './verify/verifier.ts'

const text = (limit: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(limit))

/** A client may send more, such as its name; only this is read. */
export const authenticateBody = v.object({
  message: text(16_384),
  /** As the namespace's wallets write it; a contract's with its deployment (ERC-6492) is long. */
  signature: text(65_536),
  /** CAIP-10: who the page thinks has signed. */
  caipAddress: text(256),
  /** The fields of the message, where the page wants to hear that they are the very ones that were signed. */
  data: v.exactOptional(v.record(v.string(), v.unknown())),
})

type Body = v.InferOutput<typeof authenticateBody>
export type Refusal = { code: SignInErrorCode; field: string }
type Parts = { nodes: ProjectNodes; nonces: Nonces; clock: () => number }

/** The message, if it is one for this site and now, and signed by its account; else why not. */
export const createAuthenticate =
  ({ nodes, nonces, clock }: Parts) =>
  async (body: Body, site: { project: Project; origin: string; nonceSite: string }): Promise<SiwxMessage | Refusal> => {
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
    // Used from here on, whatever the signature turns out to be, so that no second request can be under way with it.
    if (!nonces.use(message.nonce, nonceSite)) return { code: 'SIWX_NONCE_INVALID', field: 'nonce' }
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

const readAccount = (
  caipAddress: string,
  project: Project,
): { network: Network; address: string; verifier: Verifier } | Refusal => {
  const field = 'caipAddress'
  const account = parseAccount(caipAddress)
  if (!account) return { code: 'INVALID_CAIP_ADDRESS', field }
  const { chainNamespace, chainId, address } = account
  const served = project.served.get(`${chainNamespace}:${chainId}`)
  const verifier = verifiers[chainNamespace]
  if (!served || !verifier) return { code: 'CHAIN_NOT_SUPPORTED', field }
  const isAddress = namespaces[chainNamespace].address.test(address) && verifier.isAddress(address, served.network)
  return isAddress ? { network: served.network, address, verifier } : { code: 'INVALID_ADDRESS', field }
}

const parseAccount = (caipAddress: string): ReturnType<typeof parseCaipAddress> | undefined => {
  try {
    return parseCaipAddress(caipAddress)
  } catch {
    // Whoever sent it hears that it is none.
    return undefined
  }
}
