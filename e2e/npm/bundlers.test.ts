import react from '@vitejs/plugin-react'
import { build, createLogger, type Rollup } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { makeSite } from './packageSite.ts'

test.each(['react', 'vue'] as const)('Vite builds a site with %s and the package', async (name) => {
  const { folder, remove } = await makeSite(name)
  onTestFinished(remove)
  const warnings: string[] = []
  const result = await build({
    root: folder,
    configFile: false,
    customLogger: { ...createLogger('silent'), warn: (message) => warnings.push(message) },
    plugins: name === 'react' ? [react()] : [],
    build: { write: false },
  })
  const { output } = result as Rollup.RollupOutput
  const code = output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
  expect(code).toContain('https://modal.example/loader.js')
  expect(code).not.toContain('%BRIDGE_URL%')
  expect(warnings).toEqual([])
})
