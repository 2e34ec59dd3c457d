import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { testTokens } from './contracts.ts'
import { evmChains } from './evm.ts'
import type { Guardian } from './guardian.ts'
import type { OtherChains } from './otherChains.ts'
import type { Ports } from './ports.ts'

/** All visitors of this machine share one network address, so the limits for mails are high. */
const limits = {
  addressHour: 1_000,
  addressDay: 1_000,
  networkHour: 10_000,
  projectHour: 10_000,
  projectHourMost: 10_000,
}
/** The guardian of the demo releases its share after a minute. A real operator's guardian waits a day. */
export const demoGuardianDelaySeconds = 60

/** The operator's token list, which names the tokens of the local chains. */
const testTokenList = {
  name: 'Demo tokens',
  timestamp: '2026-11-24T00:00:00.000Z',
  version: { major: 1, minor: 0, patch: 0 },
  tokens: Object.values(evmChains).flatMap(({ id: chainId }) =>
    testTokens.map(({ address, name, symbol, decimals }) => ({ chainId, address, name, symbol, decimals })),
  ),
}

type Options = {
  ports: Ports
  /** The folder for the configuration file. */
  data: string
  /** The origin of the shop. */
  shop?: string
  networks?: OtherChains['networks']
  /** The guardian of the stack. If it is set, the configuration enables mail and embedded wallets. */
  guardian?: Guardian | undefined
  custody?: 'assisted' | 'self' | undefined
  delaySeconds?: number | undefined
  /** The sites that may show a site in a frame. Set if the configuration should also have a second project. */
  ancestors?: { portal: string; suite: string; rival: string; other: string }
}

/** Writes the demo's configuration with the ports of this run. Returns the file's path. */
export async function writeDemoConfig({
  ports,
  data,
  shop = `http://shop.localhost:${ports.demo}`,
  networks = [],
  guardian,
  custody,
  delaySeconds = demoGuardianDelaySeconds,
  ancestors,
}: Options): Promise<string> {
  const template = await readFile(new URL('appkit.config.json', import.meta.url), 'utf8')
  const own: Record<string, number> = {
    4101: ports.demo,
    4103: ports.chain,
    4104: ports.secondChain,
    4105: ports.relay,
  }
  // Replaces all ports in one pass, because a second pass could replace a new port again.
  const config = template
    .replaceAll(/(?<=localhost:|127\.0\.0\.1:)\d+/g, (port) => `${own[port] ?? port}`)
    .replaceAll(`http://shop.localhost:${ports.demo}`, shop)
  const file = join(data, 'appkit.config.json')
  const all = JSON.parse(config)
  if (guardian) {
    all.mail = { url: `smtp://127.0.0.1:${ports.smtp}`, from: 'wallet@orchard.example', limits }
    all.wallet = { exportDelaySeconds: delaySeconds, ...(custody === 'self' ? { custody } : { guardian }) }
  }
  // Adds these networks before the last entry, because that entry, `default`, stands for all remaining networks.
  all.projects[0].networks.splice(-1, 0, ...networks)
  if (ancestors) {
    const { portal, suite, rival, other } = ancestors
    const [demo] = all.projects
    demo.allowedAncestors = [portal, suite]
    const origins = { allowedOrigins: [other], trustedOrigins: [], sites: [], allowedAncestors: [rival] }
    all.projects.push({ ...demo, ...origins, id: 'other', name: 'Night Owls' })
  }
  await writeFile(file, JSON.stringify(all, null, 2))
  await writeFile(join(data, 'tokens.json'), JSON.stringify(testTokenList, null, 2))
  return file
}
