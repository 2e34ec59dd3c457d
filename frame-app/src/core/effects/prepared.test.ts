// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { openPage, settle } from '../../../test/page.ts'
import { prerender } from '../../shell/prerender.tsx'

/** The document as the server sent it, before any view's code is there. */
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

test('what the server prepared shows before the views are there', async () => {
  expect((await openPrepared()).calls).toEqual(['shown'])
})

const ways: [string, () => unknown][] = [
  ['Esc', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ['the X', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }).firstElementChild as Element)],
  ['a press beside the card', () => fireEvent.click(screen.getByTestId('w3m-modal-overlay'))],
]

test.each(ways)('%s closes it', async (_name, leave) => {
  const { outcomes } = await openPrepared()
  fireEvent.click(screen.getByTestId('w3m-modal-card'))
  await settle()
  expect(outcomes).toEqual([])
  leave()
  await settle()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test.each(ways)(
  '%s closes it also before the page has come to ask for it, and the page may ask again',
  async (_name, leave) => {
    const { outcomes, call } = await openPrepared(async () => {}, false)
    leave()
    await settle()
    expect(outcomes).toEqual([{ outcome: 'closed' }])
    // The page tells every frame of its end.
    await call('close', [true])
    await call('open', [{}])
    expect(outcomes).toHaveLength(1)
    await call('close', [true])
    expect(outcomes).toHaveLength(2)
  },
)

test('once the views are there, what is pressed is theirs', async () => {
  const { outcomes, root } = await openPrepared()
  root.replaceChildren()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await settle()
  expect(outcomes).toEqual([])
})

test('views that do not come are told in its place, and are asked for again', async () => {
  let asked = 0
  let isGone = true
  await openPrepared(async () => {
    asked++
    if (isGone) throw new Error('gone')
  })
  const failure = () => screen.getByText('This part could not be loaded').closest('#failure')
  expect(failure()?.hasAttribute('hidden')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect([asked, failure()?.hasAttribute('hidden')]).toEqual([2, false])
  isGone = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect([asked, failure()?.hasAttribute('hidden')]).toEqual([3, true])
})
