// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openModal } from '../../../test/modal.ts'

test('keeps the check box, and so the focus on it, while the page changes its options', async () => {
  const { open, call, calm } = await openModal()
  await call('configure', [{ legalCheckbox: true }])
  await open({})
  const box = await screen.findByTestId('w3m-legal-checkbox')
  await call('configure', [{ termsUrl: 'https://shop.example/terms' }])
  await calm()
  expect(screen.getByText('terms of service')).toBeDefined()
  expect(screen.getByTestId('w3m-legal-checkbox')).toBe(box)
})
