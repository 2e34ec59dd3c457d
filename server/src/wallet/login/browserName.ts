import Bowser from 'bowser'

/** Names the browser in a mail. A stranger writes the User-Agent, so the mail shows only names from these tables. */
export const browserName = (userAgent: string | undefined): string => {
  const { browser, os, platform } = userAgent ? Bowser.parse(userAgent) : unknown
  const name = browsers.get(browser.name ?? '')
  const system = os.name === 'iOS' ? (platform.model ?? '') : (os.name ?? '')
  const on = systems.get(system)
  if (!name) return on ? `A browser on ${on}` : 'An unknown browser'
  return on ? `${name} on ${on}` : name
}

const unknown: Bowser.Parser.ParsedResult = { browser: {}, os: {}, platform: {}, engine: {} }

/** Bowser's name for a browser, and ours. Bowser also returns the first word of a User-Agent that it doesn't know. */
const browsers = new Map([
  ['Microsoft Edge', 'Edge'],
  ['Opera', 'Opera'],
  ['Samsung Internet for Android', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Chromium', 'Chrome'],
  ['Safari', 'Safari'],
])
const systems = new Map([
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Chrome OS', 'ChromeOS'],
  ['macOS', 'Mac'],
  ['Linux', 'Linux'],
])
