// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { lazyComponent } from './lazyComponent.tsx'

afterEach(cleanup)

let isOffline = true
const Form = () => <p>Form</p>
const loadForm = async () => {
  if (isOffline) throw new Error('The chunk could not be fetched')
  return Form
}
const Part = lazyComponent(loadForm, 'Waiting')
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

test('fails the view of a required component whose code failed to load, and loads the code again on a retry', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  isOffline = true
  const RequiredPart = lazyComponent(loadForm, '', true)
  const fallback = (retry: () => void) => <button type="button" onClick={retry} />
  await act(() =>
    render(
      <main>
        <ErrorBoundary fallback={fallback}>
          <RequiredPart />
          Wallets
        </ErrorBoundary>
      </main>,
    ),
  )
  fireEvent.click(screen.getByRole('button'))
  await act(async () => {})
  expect(screen.getByRole('main').textContent).toBe('')
  isOffline = false
  fireEvent.click(screen.getByRole('button'))
  await act(async () => {})
  expect(screen.getByRole('main').textContent).toBe('FormWallets')
})

test('renders a preloaded component at once', async () => {
  const Preloaded = lazyComponent(async () => Form, 'Waiting')
  await Preloaded.preload()
  expect(render(<Preloaded />).container.textContent).toBe('Form')
})
