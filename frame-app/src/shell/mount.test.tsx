// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { openModal } from '../../test/modal.ts'
import { views } from '../features/views.ts'

test('loads the code of the other views when the modal opens, not when the pointer is over a row', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const load = vi.spyOn(views.Networks, 'load')
  const { open } = await openModal()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
  await open({})
  expect(load).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(load).toHaveBeenCalledOnce()
})
