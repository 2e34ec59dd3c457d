import { expect, test } from 'vitest'
import { browserNameOf } from './browserName.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'
test.each([
  [windows, 'Chrome on Windows'],
  [`${windows} Edg/150.0`, 'Edge on Windows'],
  [`${windows} EdgA/150.0`, 'Edge on Windows'],
  [`${mac} Version/18.4 Safari/605.1.15`, 'Safari on Mac'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) CriOS/150 Mobile/15E148 Safari/604.1', 'Chrome on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Linux; Android 16) SamsungBrowser/29 Chrome/140 Mobile Safari/537.36', 'Samsung Internet on Android'],
  ['<script>alert(1)</script>', 'An unknown browser'],
  [undefined, 'An unknown browser'],
])('names the browser of %s as %s', (userAgent, name) => {
  expect(browserNameOf(userAgent)).toBe(name)
})
