import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { programPath, startTestProcess } from '../../test/process.ts'

vi.setConfig({ testTimeout: 120_000 })

const repository = join(import.meta.dirname, '../../..')
const { engines } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8'))
const oldest = String(engines.node).replace('>=', '')
const [major = 0, minor = 0] = oldest.split('.').map(Number)

/** Starts a program on this Node, which says that it is another version. It would end for lack of settings. */
const startOn = async (program: 'server' | 'guardian', version: string) => {
  const versions = JSON.stringify({ ...process.versions, node: version })
  const preload = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  const words = [programPath(program), '--public-key']
  const child = startTestProcess('--import', [`data:text/javascript,${encodeURIComponent(preload)}`, ...words], {
    env: { PATH: process.env.PATH, APPKIT_CONFIG: '/dev/null', GUARDIAN_DATA_DIR: '/dev/null/none' },
  })
  return child.ended()
}

test.each(['server', 'guardian'] as const)('the %s refuses to start on a Node that is too old', async (program) => {
  for (const version of [`${major}.${minor - 1}.9`, `${major - 2}.${minor + 1}.0`]) {
    const sentence = `Node ${oldest} or newer is needed, this is Node ${version}.\n`
    expect(await startOn(program, version)).toEqual({ code: 1, output: sentence })
  }
  for (const version of [`${oldest}.0`, `${major + 1}.0.0`])
    expect((await startOn(program, version)).output).not.toContain('or newer is needed')
})

test.each(['README.md', 'server/README.md'])('%s names the oldest Node that package.json names', async (path) => {
  const text = await readFile(join(repository, path), 'utf8')
  const named = [...text.matchAll(/Node (\d[\d.]*) or newer/g)].map(([, version]) => version)
  expect(new Set(named)).toEqual(new Set([oldest]))
})
