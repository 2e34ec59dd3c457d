import Bowser from 'bowser'

/** Names the browser for a mail. Returns only names from these tables, because a stranger may write any User-Agent. */
export const browserNameOf = (userAgent: string | undefined): string => {
  const { browser, os, platform } = userAgent ? Bowser.parse(userAgent) : unknown
  const name = browsers.get(browser.name ?? '')
  const system = os.name === 'iOS' ? (platform.model ?? '') : (os.name ?? '')
  const on = systems.get(system)
  if (!name) return on ? `A browser on ${on}` : 'An unknown browser'
  return on ? `${name} on ${on}` : name
}

const unknown: Bowser.Parser.ParsedResult = { browser: {}, os: {}, platform: {}, engine: {} }

/**
 * Maps browser names of the library Bowser to our names. Other names are dropped, because Bowser may return any first
 * word of a User-Agent.
 */
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
