// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { reloadFailedStyles, watchFailedStyles } from './failedStyles.ts'

const addSheet = (name: string) => {
  const link = document.createElement('link')
  Object.assign(link, { id: name, rel: 'stylesheet' })
  return document.head.appendChild(link)
}

test('requests a failed style sheet again once, and does not touch one that still loads', () => {
  watchFailedStyles()
  const [lost, pending] = [addSheet('lost'), addSheet('pending')]
  lost.dispatchEvent(new Event('error'))
  reloadFailedStyles()
  const again = document.getElementById('lost')
  expect(again).not.toBe(lost)
  expect(document.getElementById('pending')).toBe(pending)
  reloadFailedStyles()
  expect(document.getElementById('lost')).toBe(again)
})
