import { expect, test } from 'vitest'
import { findPatternProblem } from './originPatterns.ts'

test.each([
  ['https://shop.example', 'production', null],
  ['https://*.shop.example', 'production', null],
  ['https://*.shop.co.uk', 'production', null],
  ['https://my-app.vercel.app', 'production', null],
  ['https://203.0.113.7', 'production', null],
  ['*', 'development', 'notAnOrigin'],
  ['https://*', 'development', 'notAnOrigin'],
  ['https://*.com', 'development', 'notAnOrigin'],
  ['https://shop.example/path', 'development', 'notAnOrigin'],
  ['https://Shop.example', 'production', 'notAnOrigin'],
  ['http://shop.example', 'development', 'notAnOrigin'],
  ["https://a.example 'unsafe-inline'", 'development', 'notAnOrigin'],
  ['https://a.example\r\nX-Header: 1', 'development', 'notAnOrigin'],
  ['http://localhost:*', 'production', 'onlyInDevelopment'],
  ['http://localhost:*', 'development', null],
  ['http://127.0.0.1:3000', 'development', null],
  ['http://shop.localhost:4101', 'production', 'onlyInDevelopment'],
  ['http://shop.localhost:4101', 'development', null],
  ['https://*.co.uk', 'development', 'publicSuffix'],
  ['https://*.com.au', 'production', 'publicSuffix'],
  ['https://*.0.113.7', 'development', 'publicSuffix'],
  ['https://*.vercel.app', 'development', null],
] as const)('the origin pattern %s in a %s project has the problem %s', (pattern, environment, problem) => {
  expect(findPatternProblem(pattern, environment)).toBe(problem)
})

test.each([
  'vercel.app',
  'pages.dev',
  'ngrok-free.app',
  'github.io',
  'netlify.app',
  'web.app',
  'workers.dev',
  'fly.dev',
  'onrender.com',
  'herokuapp.com',
  'azurewebsites.net',
  'cloudfront.net',
  'amplifyapp.com',
  'trycloudflare.com',
  's3.amazonaws.com',
  'up.railway.app',
  'lovable.app',
  'replit.app',
  'surge.sh',
  'gitlab.io',
  'co.jp',
  'gov.uk',
  'com.br',
])('rejects an origin pattern with a wildcard under %s in production', (suffix) => {
  expect(findPatternProblem(`https://*.${suffix}`, 'production')).toBe('publicSuffix')
})
