import { SignClient } from '@walletconnect/sign-client'
import { type Hex, hexToString } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { testMnemonic } from '../stack/accounts.ts'
import { evmChains } from '../stack/evm.ts'
import { createMemoryStorage } from '../stack/relay/memoryStorage.ts'
import type { StackAddresses } from '../stack/stack.ts'
import { openWalletKit } from '../wallets/phone/walletKit.ts'

// By default, sign-client and WalletKit share one global WalletConnect core in a process. This variable gives each
// client its own core.
process.env.DISABLE_GLOBAL_CORE = 'true'

const signer = mnemonicToAccount(testMnemonic, { addressIndex: 7 })
const chain = `eip155:${evmChains.first.id}`
const eip155 = { chains: [chain], methods: ['personal_sign'], events: ['accountsChanged', 'chainChanged'] }
const metadata = (name: string) => ({ name, description: name, url: `https://${name}.example`, icons: [] })
const optionsOf = ({ relay }: StackAddresses, name: string) =>
  ({ relayUrl: relay, projectId: 'demo', metadata: metadata(name), storage: createMemoryStorage() }) as const

export const remoteWalletAddress = signer.address

/** A remote wallet built with Reown's WalletKit. It approves every proposal and every request at once. */
export async function openAgreeingWallet(stack: StackAddresses) {
  const kit = await openWalletKit(optionsOf(stack, 'wallet'))
  kit.on('session_proposal', ({ id }) =>
    kit.approveSession({ id, namespaces: { eip155: { ...eip155, accounts: [`${chain}:${signer.address}`] } } }),
  )
  kit.on('session_request', async ({ id, topic, params }) => {
    const message: Hex = params.request.params[0]
    const result = await signer.signMessage({ message: hexToString(message) })
    await kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  })
  return {
    pair: (uri: string) => kit.pair({ uri }),
    async close(): Promise<void> {
      kit.core.heartbeat.stop()
      await kit.core.relayer.transportClose()
    },
  }
}

/** The unchanged sign-client in an empty site. Its times are the lower bound for any implementation of the protocol. */
export async function openBareSite(stack: StackAddresses) {
  const client = await SignClient.init({ ...optionsOf(stack, 'site'), logger: 'silent', telemetryEnabled: false })
  return {
    async propose() {
      const { uri = '', approval } = await client.connect({ optionalNamespaces: { eip155 } })
      return { uri, settled: approval().then(({ topic }) => topic) }
    },
    sign: (topic: string, message: Hex) =>
      client.request<Hex>({
        topic,
        chainId: chain,
        request: { method: 'personal_sign', params: [message, signer.address] },
      }),
    async close(): Promise<void> {
      client.core.heartbeat.stop()
      await client.core.relayer.transportClose()
    },
  }
}
