import { randomUUID } from 'node:crypto'
import type { IWalletKit, WalletKitTypes } from '@reown/walletkit'
import { createMemoryStorage } from '../../stack/relay/memoryStorage.ts'
import { openWalletKit } from '../../wallets/phone/walletKit.ts'

type Namespaces = Parameters<IWalletKit['approveSession']>[0]['namespaces']
type Asked = WalletKitTypes.SessionRequest['params']

/** A wallet without a screen, which grants what a test says and notes what it is asked. */
export async function openNodeWallet(relayUrl: string) {
  // Else wallets of one process would share what is meant for one of them.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  const kit = await openWalletKit({
    relayUrl,
    projectId: 'demo',
    metadata: { name: 'Quiet Wallet', description: randomUUID(), url: 'https://quiet.example', icons: [] },
    storage: createMemoryStorage(),
  })
  const asked: Asked[] = []
  const proposed: WalletKitTypes.SessionProposal['params'][] = []
  const answers: Record<string, unknown> = {}
  const answering: Promise<void>[] = []
  kit.on('session_request', ({ id, topic, params }) => {
    asked.push(params)
    const result = answers[params.request.method] ?? null
    answering.push(kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } }))
  })
  return {
    asked,
    proposed,
    answers,
    kit,
    /** Takes the code, and grants this. */
    async connect(uri: string, namespaces: Namespaces): Promise<void> {
      const proposal = new Promise<WalletKitTypes.SessionProposal>((resolve) => kit.once('session_proposal', resolve))
      await kit.pair({ uri })
      const { id, params } = await proposal
      proposed.push(params)
      await kit.approveSession({ id, namespaces })
    },
    async close(): Promise<void> {
      // The site has an answer before the relay says that it took it.
      await Promise.all(answering)
      kit.core.heartbeat.stop()
      await kit.core.relayer.transportClose()
    },
  }
}
