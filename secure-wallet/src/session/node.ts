import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { RpcNodeAnswer, RpcNodeRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError, toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { RpcMethodsOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import type { ServerClient } from './serverClient.ts'

/** The methods that the server's RPC proxy accepts from the secure frame. */
type NodeMethod = RpcMethodsOf<'node'>
/** Calls the operator's node. Rejects with the node's error as an AppError. */
export type NodeClient = {
  ask(chainId: CaipNetworkId, method: NodeMethod, params: unknown): Promise<unknown>
}

type Waiting = {
  request: RpcNodeRequest['requests'][number]
  size: number
  resolve(result: unknown): void
  reject(thrown: unknown): void
}

/** The server accepts this many reads at once, and a body of twice this size. */
const most = { requests: 32, characters: 256 * 1_024 }

/**
 * Approvals rely on these answers, so never use a node that the host page names. Reads of the same moment go to the
 * server together, because an approval card needs many and each request to the server costs a proof.
 */
export const createNodeClient = (server: ServerClient): NodeClient => {
  const waiting = new Map<CaipNetworkId, Waiting[]>()

  const send = async (chainId: CaipNetworkId, group: readonly Waiting[]): Promise<void> => {
    try {
      const body: RpcNodeRequest = { chainId, requests: group.map(({ request }) => request) }
      // A compromised server may answer with any value, even one that is no object.
      const { answers } = Object(await server({ method: 'POST', path: 'rpc', body })) as { answers?: unknown }
      if (!Array.isArray(answers) || answers.length !== group.length) throw unexpected()
      for (const [index, each] of group.entries()) settle(each, answers[index])
    } catch (thrown) {
      for (const { reject } of group) reject(thrown)
    }
  }
  const sendAll = (chainId: CaipNetworkId): void => {
    const all = waiting.get(chainId) ?? []
    waiting.delete(chainId)
    for (const group of groupsOf(all)) void send(chainId, group)
  }
  return {
    ask: (chainId, method, params) =>
      new Promise((resolve, reject) => {
        const request = { method, params }
        const queue = waiting.get(chainId)
        const entry = { request, size: JSON.stringify(request).length, resolve, reject }
        if (queue) queue.push(entry)
        else {
          waiting.set(chainId, [entry])
          setTimeout(sendAll, 0, chainId)
        }
      }),
  }
}

const groupsOf = (all: readonly Waiting[]): Waiting[][] => {
  const groups: Waiting[][] = []
  let characters = 0
  for (const each of all) {
    const last = groups.at(-1)
    characters += each.size
    if (last && last.length < most.requests && characters <= most.characters) last.push(each)
    else {
      groups.push([each])
      characters = each.size
    }
  }
  return groups
}

const settle = ({ resolve, reject }: Waiting, value: unknown): void => {
  const answer = Object(value) as Partial<RpcNodeAnswer>
  if ('error' in answer) reject(toWalletError(answer.error))
  else if ('result' in answer) resolve(answer.result)
  else reject(unexpected())
}

const unexpected = (): AppError => new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'unexpected answer' } })
