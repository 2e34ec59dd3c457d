import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createAppKit, loadAppKit } from './index.ts'
import { AppKitButton, useAppKitAccount } from './react.ts'

const Status = () => useAppKitAccount().status
const src = 'https://modal.example.com/loader.js'

test('a server renders the disconnected state, and starts nothing', async () => {
  const kit = createAppKit({ src })
  expect(kit.getState()).toMatchObject({ open: false, accounts: {} })
  expect(kit.getAccount()).toEqual({ status: 'disconnected' })
  expect(await loadAppKit({ src })).toBeNull()
  kit.warm()
  kit.close()
  kit.getProvider().on('connect', () => {})
  const outcome = await Promise.race([
    kit.open(),
    kit.disconnect(),
    new Promise((done) => setTimeout(done, 20, 'still waits')),
  ])
  expect(outcome).toBe('still waits')
  expect(renderToString(createElement(Status))).toBe('disconnected')
  expect(renderToString(createElement(AppKitButton))).toBe('<button type="button">Connect Wallet</button>')
})
