import { join } from 'node:path'
import { buildPackages } from '../commands/build.ts'
import { onShutdown } from './parentEnd.ts'
import { fixedPorts } from './ports.ts'
import { type Stack, type StackAddresses, startStack } from './stack.ts'

/** `npm start`: everything that the demo needs, until Ctrl-C. */
let stack: Stack | undefined
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await stack?.stop()
  process.exit(code)
}

async function start(): Promise<void> {
  const ports = await fixedPorts(process.env)
  if (!(await buildPackages())) return end(1)
  if (ending) return
  const started = await startStack({
    ports,
    data: join(process.env.DATA_DIR ?? '.data', 'demo'),
    withOtherChains: process.env.OTHER_CHAINS === '1',
    withMail: {},
    onLoss(name, said) {
      console.error(`The ${name} ended by itself.${said ? ` It said:\n${said}` : ''}`)
      end(1)
    },
  })
  stack = started
  // A signal that arrived during the start had no stack to stop yet, so the stack stops here.
  if (ending) return started.stop()
  console.log(table(started.addresses))
  console.log('ready')
}

function table(addresses: StackAddresses): string {
  const { shop, guest, other, phone, modal, wallet, chain, secondChain, relay, mail, otherChains } = addresses
  const rows = [
    ['Demo shop', shop, 'start here: connect the test wallet, sign, pay'],
    ['  with wagmi', `${shop}/wagmi`, 'an app that knows nothing of AppKit'],
    ['  allowed', guest, 'allowed, not trusted'],
    ['  not allowed', other, 'shows why it may not'],
    ...(mail ? [['Mail box', mail, 'where codes of the login by e-mail arrive']] : []),
    ['Test phone', phone, 'a wallet on another device: paste the link from the QR view'],
    ['Modal', modal, 'loader.js, the frame, the public API'],
    ['Secure wallet', wallet, 'its own origin'],
    ['Chains', chain, `31337, and ${secondChain} 31338`],
    ['Relay', relay, 'between the modal and the phone'],
    ...Object.entries(otherChains ?? {}).map(([name, url]) => [name, url, 'a chain of its own, with a faucet']),
  ]
  const wide = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const lines = rows.map(([name = '', url = '', note]) => `  ${name.padEnd(wide(0))}  ${url.padEnd(wide(1))}  ${note}`)
  return `\n${lines.join('\n')}\n\n  Ctrl-C stops all of it.\n`
}

onShutdown(() => end(0))
try {
  await start()
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  await end(1)
}
