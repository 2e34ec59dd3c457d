import { spawn } from 'node:child_process'
import { mkdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { onShutdown } from '../stack/parentEnd.ts'
import { fixedPorts } from '../stack/ports.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { buildPackages } from './build.ts'

/** `npm run dev`: the stack of `npm start`, rebuilt and served again at each change. */
const settleMs = 300
const packages = ['loader', 'frame-app', 'secure-wallet', 'server']

async function restartOnChange({ restartServer }: Stack): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let restarting = Promise.resolve()
  const restart = async () => {
    try {
      await restartServer()
      console.log('served again')
    } catch (cause) {
      // The restart found an incomplete build. The next change event comes once the build is complete.
      console.error(cause instanceof Error ? cause.message : cause)
    }
  }
  for (const name of packages) {
    const folder = join(name, 'dist')
    mkdirSync(folder, { recursive: true })
    watch(folder, { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        restarting = restarting.then(restart)
      }, settleMs)
    })
  }
}

let stack: Stack | undefined
const end = async (code: number) => {
  await stack?.stop()
  process.exit(code)
}
onShutdown(() => end(0))
try {
  const ports = await fixedPorts(process.env)
  await buildPackages()
  stack = await startStack({
    ports,
    data: join(process.env.DATA_DIR ?? '.data', 'demo'),
    onLoss: (name, said) => console.error(`The ${name} ended by itself.\n${said}`),
  })
  const turbo = spawn('turbo', ['watch', 'build', '--ui=stream'], { stdio: 'inherit' })
  turbo.on('error', (cause) => console.error(`turbo could not be run: ${cause.message}`))
  process.once('exit', () => turbo.kill())
  await restartOnChange(stack)
  console.log(`\n${stack.addresses.shop} is ready; changes are built and served.\n`)
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  await end(1)
}
