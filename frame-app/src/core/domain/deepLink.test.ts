import { expect, test } from 'vitest'
import { checkLink, pairingLink, requestLink } from './deepLink.ts'
import type { Device } from './device.ts'

const uri = 'wc:7f6e@2?relay-protocol=irn&symKey=ab12&expiryTimestamp=1790000000'
const encoded = encodeURIComponent(uri)
const android: Device = { system: 'android', isTelegram: false }
const ios: Device = { system: 'ios', isTelegram: false }
const desktop: Device = { system: 'desktop', isTelegram: false }
const telegram: Device = { system: 'android', isTelegram: true }
const telegramOnIos: Device = { system: 'ios', isTelegram: true }

test.each<[string, string | undefined, Device, string | null]>([
  ['a scheme', 'harbor://', ios, `harbor://wc?uri=${encoded}`],
  ['a scheme without slashes', 'harbor:', android, `harbor://wc?uri=${encoded}`],
  ['a scheme with a place', 'harbor://main', android, `harbor://main/wc?uri=${encoded}`],
  ['a scheme in capitals', 'Harbor://', ios, `harbor://wc?uri=${encoded}`],
  ['a universal link', 'https://harbor.example', ios, `https://harbor.example/wc?uri=${encoded}`],
  [
    'a universal link with a path',
    'https://harbor.example/app/',
    android,
    `https://harbor.example/app/wc?uri=${encoded}`,
  ],
  ['an app of the desktop', 'harbor-desktop://', desktop, `harbor-desktop://wc?uri=${encoded}`],
  ['a wallet on this machine', 'http://phone.localhost:4105', ios, `http://phone.localhost:4105/wc?uri=${encoded}`],
  ['a scheme in Telegram, which knows none', 'harbor://', telegram, null],
  [
    'a universal link in Telegram on iOS',
    'https://harbor.example',
    telegramOnIos,
    `https://harbor.example/wc?uri=${encoded}`,
  ],
  [
    'a universal link in Telegram on Android, which decodes once',
    'https://harbor.example',
    telegram,
    `https://harbor.example/wc?uri=${encodeURIComponent(encoded)}`,
  ],
  ['no link', undefined, ios, null],
])('builds the pairing link for %s', (_name, base, device, expected) => {
  expect(pairingLink(base, uri, device)).toBe(expected)
})

test('passes the pairing to a wallet inside Telegram as start parameter', () => {
  const link = new URL(pairingLink('https://t.me/harbor/app', uri, telegram) ?? '')
  expect(`${link.origin}${link.pathname}`).toBe('https://t.me/harbor/app')
  expect(atob(link.searchParams.get('startapp') ?? '')).toBe(uri)
})

test('puts the ids of request and session into a request link', () => {
  expect(requestLink('harbor://', 1_700_000_000_000_001, 'ab12', ios)).toBe(
    'harbor://wc?requestId=1700000000000001&sessionTopic=ab12',
  )
})

test.each([
  'javascript:alert(1)',
  'JavaScript://%0aalert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  'blob:https://a.example/1',
  'file:///etc/passwd',
  'vbscript:x',
  'intent://x#Intent;scheme=harbor;end',
  'http://harbor.example',
  'https://user:secret@harbor.example',
  'https://',
  '//harbor.example',
  'harbor',
  '',
])('rejects the link %j', (link) => {
  expect(checkLink(link)).toBeNull()
})
