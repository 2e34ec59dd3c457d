import type { JsonServer } from './jsonServer.ts'

export type OtherChains = {
  /** The URL of each chain. Plain data, since tests pass it to their worker processes. */
  addresses: { solana: string; esplora: string; polkadot: string; cosmos: string }
  /** The server's configuration: it lists real networks with the RPC URLs of these local chains. */
  networks: { id: string; privateRpcUrls?: string[]; privateRestUrls?: string[] }[]
  stop(): Promise<void>
}

/**
 * Starts the Solana, Bitcoin, Polkadot and cosmos chains. Only a run with these chains loads their modules. Port 0
 * means any free port.
 */
export async function startOtherChains(
  ports = { solana: 0, esplora: 0, polkadot: 0, cosmos: 0 },
): Promise<OtherChains> {
  const [solana, esplora, polkadot, cosmos] = await Promise.all([
    import('./solana/solana.ts').then(({ startSolanaChain: startSolana }) => startSolana(ports.solana)),
    import('./esplora/esplora.ts').then(({ startEsploraServer: startEsplora }) => startEsplora(ports.esplora)),
    import('./polkadot/polkadot.ts').then(({ startPolkadotChain: startPolkadot }) => startPolkadot(ports.polkadot)),
    import('./cosmos/cosmos.ts').then(({ startCosmosChain: startCosmos }) => startCosmos(ports.cosmos)),
  ])
  const servers: JsonServer[] = [solana, esplora, polkadot, cosmos]
  return {
    addresses: { solana: solana.url, esplora: esplora.url, polkadot: polkadot.url, cosmos: cosmos.url },
    networks: [
      { id: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', privateRpcUrls: [solana.url] },
      { id: 'bip122:00000008819873e925422c1ff0f99f7c', privateRestUrls: [esplora.url] },
      { id: 'polkadot:91b171bb158e2d3848fa23a9f1c25182', privateRpcUrls: [polkadot.url] },
      { id: 'cosmos:cosmoshub-4', privateRestUrls: [cosmos.url] },
      // A network without a local chain, only as a target for a switch.
      { id: 'cosmos:osmosis-1' },
      { id: 'cosmos:noble-1' },
    ],
    async stop() {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}
