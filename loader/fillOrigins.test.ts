import { beforeAll, expect, test } from 'vitest'
import { buildLoaderFile, buildUnfilledEnd, loaderFiles } from './bundle.ts'
import { defaultIcon } from './protocol/origins/announcement.ts'
import { fillOrigins, type LoaderFiles } from './protocol/origins/fillOrigins.ts'

const deployment = {
  version: '1.2.3',
  frameOrigin: 'https://modal.example.com',
  secureOrigin: 'https://wallet.example.com',
}
let built: LoaderFiles

beforeAll(async () => {
  const files = loaderFiles.map(async (output) => [output.file, (await buildLoaderFile(output)).code])
  built = Object.fromEntries(await Promise.all(files))
}, 60_000)

test('announces AppKit under the reversed host name of the frame, with the default icon', async () => {
  const files = await fillOrigins(built, deployment)
  for (const file of ['loader.js', 'page.js'] as const) expect(files[file]).toContain(defaultIcon)
  expect(files['loader.js']).toContain('com.example.modal')
  expect(files['loader.js']).toMatch(/name:.AppKit./)
})

test('announces AppKit under the name, the rdns and the icon of the deployment', async () => {
  const icon = 'data:image/png;base64,iVBORw0KGgo='
  const announcement = { name: 'Acme Konto', rdns: 'com.acme.wallet', icon }
  const files = await fillOrigins(built, { ...deployment, announcement })
  for (const file of ['loader.js', 'page.js'] as const) {
    expect(files[file]).toMatch(/name:.Acme Konto./)
    expect(files[file]).toContain(icon)
    expect(files[file]).not.toContain(defaultIcon)
  }
  expect(files['loader.js']).toContain('com.acme.wallet')
})

test('cuts off what loader.js says on a page without a server', async () => {
  const files = await fillOrigins(
    { ...built, 'loader.js': built['loader.js'] + (await buildUnfilledEnd()) },
    deployment,
  )
  expect(files).toEqual(await fillOrigins(built, deployment))
})
