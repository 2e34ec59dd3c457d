import type { Ports } from './ports.ts'
import type { PublicPorts } from './stack.ts'

/**
 * Returns the command-line argument with which Chromium maps the ports in the pages' URLs to the free ports of this
 * run.
 */
export const hostResolverRules = (publicPorts: PublicPorts, ports: Ports): string => {
  const rules = (['server', 'demo'] as const).map(
    (part) => `MAP *.localhost:${publicPorts[part]} 127.0.0.1:${ports[part]}`,
  )
  return `--host-resolver-rules=${rules.join()}`
}
