// @vitest-environment happy-dom
import type { FlowAsker } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { expect, test } from 'vitest'
import { enrolPanel } from './enrolPanel.ts'

const here = { host: 'https://shop.example', browser: 'Chrome on Linux', ownBrowser: 'Chrome on Linux' }
const open = (asker: FlowAsker) => {
  const panel = enrolPanel({ asker, address: '0x1234567890', refuse: () => undefined })
  document.body.replaceChildren(panel.root)
  const buttons = [...panel.root.querySelectorAll('button')].map(({ textContent, className }) => [
    textContent,
    className,
  ])
  return { ...panel, buttons, alert: panel.root.querySelector('.notice--danger') }
}

test('the enrolment panel names the site and the browser that ask for the wallet', () => {
  const { root, alert, buttons } = open(here)
  const facts = [...root.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(facts).toEqual(['shop.example', 'Chrome on Linux', '0x1234…7890'])
  expect(alert).toBeNull()
  expect(buttons).toEqual([
    ['Enable on shop.example', 'button button--primary'],
    ['Cancel', 'button button--quiet'],
  ])
})

test('the enrolment panel warns of a request from another browser, and puts the safe answer first', () => {
  const { root, alert, buttons } = open({ ...here, ownBrowser: 'Safari on iPhone' })
  expect(alert?.getAttribute('role')).toBe('alert')
  expect(alert?.textContent).toContain('Chrome on Linux asks, and you are using Safari on iPhone.')
  expect(root.textContent).toContain('Then whoever uses that other browser has your wallet there.')
  expect(root.textContent).not.toContain('in this browser')
  expect(buttons).toEqual([
    ['Cancel', 'button button--primary'],
    ['Give it my wallet anyway', 'button button--quiet-danger'],
  ])
})

test('the enrolment panel asks for a missing number, and accepts Arabic and Persian digits', () => {
  const { root, isFilled, number } = enrolPanel({ asker: here, address: '0x1234567890', refuse: () => undefined })
  document.body.append(root)
  expect(isFilled()).toBe(false)
  expect(root.textContent).toContain('Type the two digits first')
  const input = root.querySelector('input')
  if (input) input.value = '٤۷'
  expect([isFilled(), number()]).toEqual([true, '47'])
})
