// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openPage, settle } from '../../../test/page.ts'
import { prerender } from '../../shell/prerender.tsx'

/** The document of the server, before any code of the views has loaded. */
const openPrepared = async (draw: () => Promise<void> = () => new Promise(() => {}), isAsked = true) => {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = prerender()
  const prepared = root.firstElementChild
  onTestFinished(() => root.remove())
  const page = openPage({}, {}, { draw, isPrepared: () => prepared?.isConnected === true })
  if (isAsked) page.call('open', [{}]).catch(() => {})
  await settle()
  return { ...page, root }
}

test('shows the prerendered view before the views load', async () => {
  expect((await openPrepared()).calls).toEqual(['shown'])
})

const actions: [string, () => unknown][] = [
  ['Esc', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['the X', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }).firstElementChild as Element)],
  ['a press beside the card', () => fireEvent.click(screen.getByTestId('w3m-modal-overlay'))],
]

test.each(actions)('closes the prerendered view by %s', async (_name, leave) => {
  const { outcomes } = await openPrepared()
  fireEvent.click(screen.getByTestId('w3m-modal-card'))
  await settle()
  expect(outcomes).toEqual([])
  leave()
  await settle()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test.each(actions)(
  'closes the prerendered view by %s before the page calls open, and can open again',
  async (_name, leave) => {
    const { outcomes, call } = await openPrepared(async () => {}, false)
    leave()
    await settle()
    expect(outcomes).toEqual([{ outcome: 'closed' }])
    // The page answers the outcome with `close`.
    await call('close', [true])
    await call('open', [{}])
    expect(outcomes).toHaveLength(1)
    await call('close', [true])
    expect(outcomes).toHaveLength(2)
  },
)

test('leaves keys and clicks to the views once they have loaded', async () => {
  const { outcomes, root } = await openPrepared()
  root.replaceChildren()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await settle()
  expect(outcomes).toEqual([])
})

test('shows a failure with a retry button if the views do not load', async () => {
  let loads = 0
  let isGone = true
  await openPrepared(async () => {
    loads++
    if (isGone) throw new Error('gone')
  })
  const failure = () => screen.getByText('This part could not be loaded').closest('#failure')
  expect(failure()?.hasAttribute('hidden')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect([loads, failure()?.hasAttribute('hidden')]).toEqual([2, false])
  isGone = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect([loads, failure()?.hasAttribute('hidden')]).toEqual([3, true])
})
