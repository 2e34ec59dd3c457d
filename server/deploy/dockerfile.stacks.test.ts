import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { makeTestFolder } from '../test/parts.ts'
import { findFreePort, requestModalHost, startTestProcess } from '../test/process.ts'

// A test copies all builds and starts a process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const repository = join(import.meta.dirname, '../..')
const config = {
  projects: [{ id: 'shop', name: 'Shop', environment: 'development', allowedOrigins: ['http://shop.localhost:4101'] }],
}

/** The files that the image has, and the variables and the command of its process. */
const readDockerfile = async () => {
  const text = await readFile(join(import.meta.dirname, 'Dockerfile'), 'utf8')
  const copies = [...text.matchAll(/^COPY --from=build \/src\/(\S+) (\S+)$/gm)].map(([, from = '', to = '']) => ({
    from,
    to,
  }))
  const variables = /^ENV (.+)$/m.exec(text)?.[1]?.split(' ') ?? []
  const environment = Object.fromEntries(variables.map((pair) => pair.split('=') as [string, string]))
  const command: string[] = JSON.parse(/^CMD (.+)$/m.exec(text)?.[1] ?? '[]')
  return { copies, environment, command }
}

const listFiles = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted()

const dockerfile = await readDockerfile()

/** Repeats the COPY steps in a folder, because no image can be built where Docker is missing. */
const makeImage = async (): Promise<string> => {
  const image = await makeTestFolder()
  for (const { from, to } of dockerfile.copies) {
    await mkdir(dirname(join(image, to)), { recursive: true })
    // A package behind a link would find further packages beside the target of the link.
    await cp(join(repository, from), join(image, to), { recursive: true, dereference: true })
  }
  return image
}

/** Starts a command in the image, with its variables, and checks that it writes nothing into the image. */
const useImage = async (
  [program, entry = '', ...words]: readonly string[],
  environment: Record<string, string>,
  use: () => Promise<void>,
): Promise<string> => {
  const image = await makeImage()
  const before = await listFiles(image)
  expect(program).toBe('node')
  const env = { PATH: process.env.PATH, ...dockerfile.environment, ...environment }
  const child = startTestProcess(entry, words, { cwd: image, env })
  expect(await child.ready()).toContain('"event":"ready"')
  await use()
  child.signal('SIGTERM')
  const { code, output } = await child.ended()
  expect(code).toBe(0)
  // The root of the container is read-only.
  expect(await listFiles(image)).toEqual(before)
  return output
}

// Docker is not needed: the tests repeat the steps of the Dockerfile. Only `npm run test:stacks` builds first.
describe.skipIf(!process.env.APPKIT_BUILT)('the files that the Dockerfile copies', () => {
  test('are all that the server needs', async () => {
    const data = await makeTestFolder()
    await writeFile(join(data, 'appkit.config.json'), JSON.stringify(config))
    const port = await findFreePort()
    const environment = {
      APPKIT_CONFIG: join(data, 'appkit.config.json'),
      DATA_DIR: join(data, 'own'),
      PORT: String(port),
      MODAL_ORIGIN: `http://modal.localhost:${port}`,
      WALLET_ORIGIN: `http://wallet.localhost:${port}`,
    }
    const output = await useImage(dockerfile.command, environment, async () => {
      expect((await requestModalHost(port, '/health')).status).toBe(200)
      const frame = await requestModalHost(port, '/f/shop/')
      expect([frame.status, frame.text]).toEqual([200, expect.stringContaining('Connect Wallet')])
      const [script] = /\/assets\/main-[\w-]+\.js/.exec(frame.text) ?? []
      expect((await requestModalHost(port, String(script))).status).toBe(200)
      expect((await requestModalHost(port, '/loader.js')).status).toBe(200)
    })
    expect(output).not.toContain('icons are not redrawn')
  })

  test("are all that the guardian needs, with the compose file's command", async () => {
    const compose = await readFile(join(import.meta.dirname, 'compose.yaml'), 'utf8')
    const [, command = ''] = /^ {2}guardian:\n(?:.+\n)*? {4}command: \[(.+)\]$/m.exec(compose) ?? []
    const port = await findFreePort()
    const environment = {
      GUARDIAN_DATA_DIR: await makeTestFolder(),
      GUARDIAN_PORT: String(port),
      GUARDIAN_HOST: '127.0.0.1',
      GUARDIAN_MAIL_URL: 'smtp://127.0.0.1:1',
      GUARDIAN_MAIL_FROM: 'guardian@wallet.example',
    }
    await useImage(command.split(', '), environment, async () => {
      const ready = await fetch(`http://127.0.0.1:${port}/ready`)
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }])
    })
  })
})
