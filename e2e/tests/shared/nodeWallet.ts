import { randomUUID } from 'node:crypto'
import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { createMemoryStorage } from '../../stack/relay/memoryStorage.ts'
import { openWalletKit } from '../../wallets/phone/walletKit.ts'

type Namespaces = Parameters<IWalletKit['approveSession']>[0]['namespaces']
type WalletRequest = WalletKitTypes.SessionRequest['params']

/**
 * A wallet that runs in this process, without a page. It grants the namespaces that the test gives it, and records the
 * requests that it gets.
 */
export async function openNodeWallet(relayUrl: string) {
  // By default, all wallets of a process reuse one global core. This variable gives each wallet its own core.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  const kit = await openWalletKit({
    relayUrl,
    projectId: 'demo',
    metadata: { name: 'Quiet Wallet', description: randomUUID(), url: 'https://quiet.example', icons: [] },
    storage: createMemoryStorage(),
  })
  const requests: WalletRequest[] = []
  const proposed: WalletKitTypes.SessionProposal['params'][] = []
  const answers: Record<string, unknown> = {}
  const answering: Promise<void>[] = []
  kit.on('session_request', ({ id, topic, params }) => {
    requests.push(params)
    const result = answers[params.request.method] ?? null
    answering.push(kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } }))
  })
  return {
    requests,
    proposed,
    answers,
    kit,
    /** Pairs with the QR code's link `uri`, and approves the proposal with `namespaces`. */
    async connect(uri: string, namespaces: Namespaces): Promise<void> {
      const proposal = new Promise<WalletKitTypes.SessionProposal>((resolve) => kit.once('session_proposal', resolve))
      await kit.pair({ uri })
      const { id, params } = await proposal
      proposed.push(params)
      await kit.approveSession({ id, namespaces })
    },
    async close(): Promise<void> {
      // Wait until the relay has acknowledged every answer: the site may get an answer before its acknowledgement.
      await Promise.all(answering)
      kit.core.heartbeat.stop()
      await kit.core.relayer.transportClose()
    },
  }
}
