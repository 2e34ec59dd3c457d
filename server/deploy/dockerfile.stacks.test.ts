import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTestFolder } from '../test/parts.ts'
import { findFreePort, requestModalHost, startTestProcess } from '../test/process.ts'

// The test copies all builds and starts a process, which is slow on a busy machine.
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
  const [program = '', ...words]: string[] = JSON.parse(/^CMD (.+)$/m.exec(text)?.[1] ?? '[]')
  return { copies, environment, program, words }
}

const listFiles = async (folder: string): Promise<string[]> => (await readdir(folder, { recursive: true })).toSorted()

// Docker is not needed: the test repeats the steps of the Dockerfile in a folder. Only `npm run test:stacks` builds first.
test.skipIf(!process.env.APPKIT_BUILT)(
  'the files that the Dockerfile copies are all that the server needs',
  async () => {
    const { copies, environment, program, words } = await readDockerfile()
    const [image, data] = [await makeTestFolder(), await makeTestFolder()]
    for (const { from, to } of copies) {
      await mkdir(dirname(join(image, to)), { recursive: true })
      // A package behind a link would find further packages beside the target of the link.
      await cp(join(repository, from), join(image, to), { recursive: true, dereference: true })
    }
    await writeFile(join(data, 'appkit.config.json'), JSON.stringify(config))
    const before = await listFiles(image)

    expect(program).toBe('node')
    const port = await findFreePort()
    const server = startTestProcess(words[0] ?? '', words.slice(1), {
      cwd: image,
      env: {
        PATH: process.env.PATH,
        ...environment,
        APPKIT_CONFIG: join(data, 'appkit.config.json'),
        DATA_DIR: join(data, 'own'),
        PORT: String(port),
        MODAL_ORIGIN: `http://modal.localhost:${port}`,
        WALLET_ORIGIN: `http://wallet.localhost:${port}`,
      },
    })
    expect(await server.ready()).toContain('"event":"ready"')
    expect((await requestModalHost(port, '/health')).status).toBe(200)
    const frame = await requestModalHost(port, '/f/shop/')
    expect([frame.status, frame.text]).toEqual([200, expect.stringContaining('Connect Wallet')])
    const [script] = /\/assets\/main-[\w-]+\.js/.exec(frame.text) ?? []
    expect((await requestModalHost(port, String(script))).status).toBe(200)
    expect((await requestModalHost(port, '/loader.js')).status).toBe(200)
    server.signal('SIGTERM')
    const { code, output } = await server.ended()
    expect(code).toBe(0)
    expect(output).not.toContain('icons are not redrawn')
    // The root of the container is read-only.
    expect(await listFiles(image)).toEqual(before)
  },
)
