import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ProcessGroup } from './processGroup.ts'

const entry = fileURLToPath(new URL('../../server/dist/guardian.js', import.meta.url))
const startLimitMs = 40_000

type Options = {
  port: number
  data: string
  smtpPort: number
  delaySeconds: number
  /** Additional environment variables of the guardian's process. */
  environment?: NodeJS.ProcessEnv
}
export type Guardian = { url: string; publicKey: string }

/** Starts the built guardian, which has its own process, key and database. */
export async function startGuardian(
  processes: ProcessGroup,
  { port, data, smtpPort, delaySeconds, environment }: Options,
): Promise<Guardian> {
  const child = processes.add('guardian', process.execPath, [entry], {
    GUARDIAN_PORT: String(port),
    GUARDIAN_DATA_DIR: data,
    GUARDIAN_PUBLIC_URL: `http://guardian.localhost:${port}`,
    GUARDIAN_MAIL_URL: `smtp://127.0.0.1:${smtpPort}`,
    GUARDIAN_MAIL_FROM: 'guardian@orchard.example',
    GUARDIAN_DELAY_SECONDS: String(delaySeconds),
    ...environment,
  })
  const publicKey = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The guardian is not ready in time.')), startLimitMs)
    child.on('close', () => reject(new Error('The guardian did not start; its words are above.')))
    if (child.stdout)
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.includes('"event":"ready"')) return
        clearTimeout(late)
        resolve(JSON.parse(line).publicKey)
      })
  })
  return { url: `http://127.0.0.1:${port}`, publicKey }
}
