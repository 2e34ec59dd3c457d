import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './Avatar.tsx'

const draw = (seed: string) => renderToStaticMarkup(<Avatar seed={seed} />)
const address = '0x7a0b2c4d6e8f00112233445566778899aa0c36ef'

test('draws the same image for an address in upper, lower and mixed case', () => {
  expect(draw(address.toUpperCase())).toBe(draw(address))
})

test('draws a hundred different images for a hundred addresses that differ in their end', () => {
  const pictures = Array.from({ length: 100 }, (_, last) => draw(`${address.slice(0, -2)}${last}`))
  expect(new Set(pictures).size).toBe(100)
})
