import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mnemonicToAccount } from 'viem/accounts'
import { testMnemonic } from './accounts.ts'
import { demoGuardianDelaySeconds, writeDemoConfig } from './config.ts'
import { testTokens } from './contracts.ts'
import { withDatabase } from './database.ts'
import { evmChains, startEvmChain } from './evm.ts'
import { startGuardian } from './guardian.ts'
import { type MailBox, startMailBox } from './mail/mailBox.ts'
import { type OtherChains, startOtherChains } from './otherChains.ts'
import type { Ports } from './ports.ts'
import { createProcessGroup } from './processGroup.ts'
import { type Relay, startRelay } from './relay/relay.ts'
import { awaitDatabase, startServer } from './server.ts'
import { startSite } from './site.ts'

/** The URLs of a running stack. Plain data, since the tests pass it to their worker processes. */
export type StackAddresses = {
  modal: string
  wallet: string
  shop: string
  guest: string
  other: string
  /** Two sites that may show the shop in a frame, and one that may show only a site of another project. */
  portal: string
  suite: string
  rival: string
  /** The URL of the test wallet on another device. */
  phone: string
  chain: string
  secondChain: string
  relay: string
  token: `0x${string}`
  till: `0x${string}`
  /** The URL of the mail box's page, if the stack has a mail box. */
  mail?: string
  /** Set if the stack also has Solana, Bitcoin, Polkadot and cosmos chains. */
  otherChains?: OtherChains['addresses']
}
export type Stack = {
  addresses: StackAddresses
  /**
   * Restarts the server, which reads the built files only at its start. `meanwhile` runs while it is stopped, for
   * example to change its database.
   */
  restartServer(meanwhile?: (change: (statement: string) => Promise<void>) => Promise<void>): Promise<void>
  relay: Relay
  mailBox?: MailBox
  stop(): Promise<void>
}

/** The project id with which the demo authenticates to its relay. The demo's configuration has the same id. */
const relayProjectId = 'demo'

/** The ports that the origins of the pages contain. */
export type PublicPorts = Pick<Ports, 'server' | 'demo'>

type StackOptions = {
  ports: Ports
  /**
   * Fixed ports for the URLs of the pages, although the servers listen on free ports. A test that keeps browser storage
   * needs this, because storage belongs to an origin with its port. The browser needs `hostResolverRules` to find the
   * pages.
   */
  publicPorts?: PublicPorts
  /** Environment variables of the server's process. */
  environment?: NodeJS.ProcessEnv
  /** The folder of this stack's data. */
  data: string
  /** Also starts the Solana, Bitcoin, Polkadot and cosmos chains, which takes longer. */
  withOtherChains?: boolean
  /** Also starts a mail box and a guardian, and enables the e-mail login. */
  withMail?: { delaySeconds?: number; custody?: 'assisted' | 'self' }
  /** Also configures allowed ancestors, and a second project. */
  withAncestors?: boolean
  /** Whether the hosts of modal and wallet are below the shop's host. Otherwise they are three sites. */
  isSameSite?: boolean | undefined
  /** Called with the last output of a process that ended by itself. */
  onLoss: (name: string, said: string) => void
}

/** Starts chains, server and demo site. If one fails, the others are stopped. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { ports, publicPorts, environment, data, withOtherChains, withMail, withAncestors, isSameSite, onLoss } =
    options
  const namedPorts = { ...ports, ...publicPorts }
  const addresses = stackAddresses(namedPorts, isSameSite)
  const processes = createProcessGroup(onLoss)
  let relay: Relay | undefined
  let otherChains: OtherChains | undefined
  let mailBox: MailBox | undefined
  try {
    await mkdir(data, { recursive: true })
    otherChains = withOtherChains ? await startOtherChains() : undefined
    const others = otherChains
    if (others) addresses.otherChains = others.addresses
    const letterBox = withMail ? await startMailBox({ smtp: ports.smtp, web: ports.mail }) : undefined
    mailBox = letterBox
    if (letterBox) addresses.mail = `http://mail.localhost:${ports.mail}`
    const guardian =
      letterBox &&
      (await startGuardian(processes, {
        port: ports.guardian,
        data: join(data, 'guardian'),
        smtpPort: ports.smtp,
        delaySeconds: withMail?.delaySeconds ?? demoGuardianDelaySeconds,
      }))
    const config = await writeDemoConfig({
      ports: namedPorts,
      data,
      shop: addresses.shop,
      networks: others?.networks ?? [],
      guardian,
      ...withMail,
      ...(withAncestors && { ancestors: addresses }),
    })
    const { modal, wallet, phone, chain, secondChain, token, till } = addresses
    const runningRelay = await startRelay({
      port: ports.relay,
      projectIds: [relayProjectId],
      allowedOrigins: [modal, phone],
      persistPath: join(data, 'relay.json'),
    })
    relay = runningRelay
    const origins = { modalOrigin: modal, walletOrigin: wallet }
    const serverOptions = { port: ports.server, ...origins, config, data, ...(environment && { environment }) }
    const starting = startServer(processes, serverOptions)
    let server = starting
    const [site] = await Promise.all([
      startSite({
        port: ports.demo,
        modalOrigin: modal,
        walletOrigin: wallet,
        pinnedTag: async () => (await server).tag,
        site: {
          chains: [
            { ...evmChains.first, url: chain },
            { ...evmChains.second, url: secondChain },
          ],
          token: { address: token, symbol: testTokens[0].symbol, decimals: testTokens[0].decimals },
          till,
          phone,
          relay: { url: addresses.relay, projectId: relayProjectId },
        },
      }),
      starting,
      startEvmChain(processes, ports.chain, evmChains.first),
      startEvmChain(processes, ports.secondChain, evmChains.second),
    ])
    return {
      addresses,
      async restartServer(meanwhile) {
        await processes.end((await server).process)
        await meanwhile?.((statement) =>
          withDatabase(data, 'wallet', async (client) => void (await client.exec(statement))),
        )
        const next = await startServer(processes, serverOptions)
        if (withMail) await awaitDatabase(wallet, ports.server)
        server = Promise.resolve(next)
      },
      relay: runningRelay,
      ...(letterBox && { mailBox: letterBox }),
      async stop() {
        await runningRelay.stop()
        await others?.stop()
        await letterBox?.stop()
        site.closeAllConnections()
        site.close()
        await processes.stop()
      },
    }
  } catch (cause) {
    await relay?.stop()
    await otherChains?.stop()
    await mailBox?.stop()
    await processes.stop()
    throw cause
  }
}

export function stackAddresses(ports: Ports, isSameSite = false): StackAddresses {
  const domain = isSameSite ? 'orchard.localhost' : 'localhost'
  return {
    modal: `http://modal.${domain}:${ports.server}`,
    wallet: `http://wallet.${domain}:${ports.server}`,
    shop: `http://${isSameSite ? domain : 'shop.localhost'}:${ports.demo}`,
    guest: `http://guest.localhost:${ports.demo}`,
    other: `http://other.localhost:${ports.demo}`,
    portal: `http://portal.localhost:${ports.demo}`,
    suite: `http://suite.localhost:${ports.demo}`,
    rival: `http://rival.localhost:${ports.demo}`,
    phone: `http://phone.localhost:${ports.demo}`,
    chain: `http://127.0.0.1:${ports.chain}`,
    secondChain: `http://127.0.0.1:${ports.secondChain}`,
    relay: `ws://127.0.0.1:${ports.relay}`,
    token: testTokens[0].address,
    till: mnemonicToAccount(testMnemonic, { addressIndex: 8 }).address,
  }
}
