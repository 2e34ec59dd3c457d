import { spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../test/parts.ts'

const readDeployFile = (name: string): Promise<string> => readFile(join(import.meta.dirname, name), 'utf8')
const unit = await readDeployFile('appkit.service')

test("the systemd unit starts the image's program, where its first lines put the files", async () => {
  const [, command = ''] = /^CMD (.+)$/m.exec(await readDeployFile('Dockerfile')) ?? []
  const [, path = ''] = JSON.parse(command)
  expect(unit).toContain('to /opt/appkit,')
  expect(unit).toContain(`\nExecStart=/usr/bin/node /opt/appkit/${path}\n`)
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.skipIf(!hasSystemd)(
  `systemd-analyze finds no mistake in the unit of the server, nor in the guardian's${hasSystemd ? '' : ' (skipped: no systemd-analyze on this machine)'}`,
  async () => {
    const guardian = unit
      .replaceAll(/(User|StateDirectory)=appkit/g, '$1=guardian')
      .replaceAll(/\/etc\/appkit\/env|\/var\/lib\/appkit/g, (path) => path.replace('appkit', 'guardian'))
      .replace('main.js', 'guardian.js')
    for (const text of [unit, guardian]) {
      const path = join(await makeTestFolder(), 'appkit.service')
      // systemd-analyze checks that the program exists, and this machine may have Node at another place.
      await writeFile(path, text.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
    }
  },
)
