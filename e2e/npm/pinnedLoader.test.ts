import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { pinnedLoader, version } from '../../loader/npm/integrity.ts'
import { prepareLoader } from '../../server/src/http/documents/versions.ts'

test('computes the URL and the hash that the server prints for the same origins', async () => {
  const data = await mkdtemp(join(tmpdir(), 'appkit-versions-'))
  onTestFinished(() => rm(data, { recursive: true }))
  const [modalOrigin, walletOrigin] = ['https://modal.example', 'https://wallet.example']
  const { tag } = await prepareLoader({
    ...{ folder: fileURLToPath(new URL('../../loader/dist', import.meta.url)), packageVersion: version },
    ...{ production: true, frameOrigin: modalOrigin, secureOrigin: walletOrigin, versionsFolder: data },
  })
  const { src, integrity } = await pinnedLoader({ modalOrigin: `${modalOrigin}/`, walletOrigin })
  expect(tag).toBe(`<script src="${src}" integrity="${integrity}" crossorigin="anonymous" async></script>`)
})
