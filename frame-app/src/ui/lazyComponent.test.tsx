// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from './lazyComponent.tsx'

let isOffline = true
const Form = () => <p>Form</p>
const Part = lazyComponent(async () => {
  if (isOffline) throw new Error('The chunk could not be fetched')
  return Form
}, 'Waiting')
const View = () => (
  <main>
    <Part />
    <p>Wallets</p>
  </main>
)

test('renders nothing for a component whose code failed to load, and loads the code again on the next mount', async () => {
  // React logs the error that the error boundary caught.
  vi.spyOn(console, 'error').mockReturnValue()
  const { unmount } = await act(() => render(<View />))
  expect(screen.getByRole('main').textContent).toBe('Wallets')
  unmount()
  isOffline = false
  await act(() => render(<View />))
  expect(screen.getByRole('main').textContent).toBe('FormWallets')
})
