import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeTestApp, modalOrigin, shopOrigin, walletOrigin } from '../../test/parts.ts'
import { parseConfig } from '../config/config.ts'
import { createProject, findFrameAncestors } from '../config/projects.ts'
import { createHeaders, noInlineHashes } from './headers.ts'

const inline = { styleHashes: ['sha256-c3R5bGU='], scriptHashes: ['sha256-c2NyaXB0'] }

const origins = attackSize(5_000, 100_000)
const headers = createHeaders({ frameOrigin: modalOrigin, secureOrigin: walletOrigin })

const pieces = fc.constantFrom(
  ...[
    '*',
    '*.',
    '**',
    'https:',
    'http:',
    'data:',
    'blob:',
    'https://*',
    "'self'",
    "'none'",
    "'unsafe-inline'",
    ';',
    ',',
  ],
  ...[
    ' ',
    '\t',
    '\r\n',
    '\n',
    '\0',
    '%20',
    '%0d%0a',
    '\u2028',
    '"',
    '\\',
    '/',
    '//',
    '?',
    '#',
    '@',
    'user:pass@',
    ':*',
    ':0',
  ],
  ...[
    '; script-src *',
    ' frame-ancestors *',
    'a.example',
    'evil.example',
    'xn--a',
    'localhost',
    '127.0.0.1',
    '[::1]',
    'vercel.app',
  ],
)
const base = fc.constantFrom(
  shopOrigin,
  'https://*.shop.example',
  'https://shop.example:8443',
  'http://localhost:*',
  'https://*.co.uk',
)
/** Generates hostile origins: valid origins with injected pieces, pieces alone, and arbitrary text. */
const anyOrigin = fc.oneof(
  fc.tuple(base, fc.array(pieces, { maxLength: 2 }), fc.nat(40)).map(([text, other, at]) => {
    const position = at % (text.length + 1)
    return text.slice(0, position) + other.join('') + text.slice(position)
  }),
  fc.array(pieces, { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl(),
  fc.domain().map((name) => `https://${name}`),
)

const directivesOf = (policy: string): string[][] => policy.split(';').map((directive) => directive.trim().split(/\s+/))
const namesOf = (policy: string): string =>
  directivesOf(policy)
    .map(([name]) => name)
    .join()
const ancestorsOf = (policy: string): string[] =>
  directivesOf(policy)
    .find(([name]) => name === 'frame-ancestors')
    ?.slice(1) ?? []
const policyOf = (record: { [name: string]: string }): string => record['Content-Security-Policy'] ?? ''

type Origins = { allowedOrigins: string[]; allowedAncestors?: string[] }
const accepts = (given: Origins, environment: 'production' | 'development') => {
  const config = { projects: [{ id: 'shop', name: 'Shop', environment, ...given }] }
  try {
    const [project] = parseConfig(JSON.stringify(config), 'appkit.config.json', {}).projects
    return project && createProject(project, {})
  } catch {
    return undefined
  }
}

test('whatever the allowed origins contain, frame-ancestors holds only origins', {
  timeout: attackTimeoutMs(),
}, ({ task }) => {
  const usual = [headers.frameDocument([shopOrigin], noInlineHashes), headers.secureDocument([shopOrigin])].map(
    (record) => namesOf(policyOf(record)),
  )
  let accepted = 0
  for (const [at, pattern] of fc.sample(anyOrigin, { numRuns: origins, seed: attackSeed }).entries()) {
    const project = accepts({ allowedOrigins: [pattern] }, at % 2 ? 'production' : 'development')
    if (!project) continue
    accepted++
    const records = [
      headers.frameDocument(project.allowedOrigins, noInlineHashes),
      headers.secureDocument(project.allowedOrigins),
    ]
    for (const [index, record] of records.entries()) {
      // Reads the header through the runtime's `Headers` class, which rejects an invalid value.
      const policy = new Headers(record).get('Content-Security-Policy') ?? ''
      expect(namesOf(policy)).toBe(usual[index])
      expect(ancestorsOf(policy)).toEqual(index === 0 ? [pattern] : [modalOrigin, pattern])
    }
    expect(pattern).toMatch(/^https?:\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::(?:\d{1,5}|\*))?$/)
    if (pattern.startsWith('http:'))
      expect([at % 2, pattern]).toEqual([0, expect.stringMatching(/localhost|127\.0\.0\.1/)])
    expect(pattern).not.toMatch(/^https:\/\/\*\.?(?:[^.]*|co\.uk)(?::\d+)?$/)
  }
  expect(accepted).toBeGreaterThan(origins / 50)
  reportAttack(task, 'G6', origins, 'origins in a project’s list', `seed ${attackSeed}, ${accepted} accepted`)
})

test('whatever the allowed ancestors contain, frame-ancestors holds only exact origins', {
  timeout: attackTimeoutMs(),
}, ({ task }) => {
  const usual = [headers.frameDocument([shopOrigin], noInlineHashes), headers.secureDocument([shopOrigin])].map(
    (record) => namesOf(policyOf(record)),
  )
  let accepted = 0
  for (const [at, origin] of fc.sample(anyOrigin, { numRuns: origins, seed: attackSeed }).entries()) {
    const given = { allowedOrigins: [shopOrigin], allowedAncestors: [origin] }
    const project = accepts(given, at % 2 ? 'production' : 'development')
    if (!project) continue
    accepted++
    const ancestors = findFrameAncestors(project, shopOrigin, modalOrigin)
    const records = [headers.frameDocument(ancestors, noInlineHashes), headers.secureDocument(ancestors)]
    for (const [index, record] of records.entries()) {
      const policy = new Headers(record).get('Content-Security-Policy') ?? ''
      expect(namesOf(policy)).toBe(usual[index])
      expect(ancestorsOf(policy)).toEqual([...(index === 0 ? [] : [modalOrigin]), shopOrigin, origin])
    }
    expect([URL.parse(origin)?.origin, origin.includes('*'), origin === shopOrigin]).toEqual([origin, false, false])
  }
  expect(accepted).toBeGreaterThan(origins / 50)
  reportAttack(
    task,
    'G6',
    origins,
    'origins in a project’s list of ancestors',
    `seed ${attackSeed}, ${accepted} accepted`,
  )
})

test('for any Referer, names only listed origins in frame-ancestors', { timeout: attackTimeoutMs() }, ({ task }) => {
  const listed = [shopOrigin, 'https://*.club.example:8443']
  const project = createProject(
    parseConfig(JSON.stringify({ projects: [{ id: 'shop', name: 'Shop', allowedOrigins: listed }] }), 'c', {})
      .projects[0] as never,
    {},
  )
  const near = fc
    .tuple(fc.constantFrom('', 'a.', 'a.b.', '-.', '..'), anyOrigin)
    .map(([label, other]) => `https://${label}club.example:8443${other}`)
  for (const referrer of fc.sample(fc.oneof(anyOrigin, near), { numRuns: origins, seed: attackSeed }))
    for (const ancestor of findFrameAncestors(project, referrer, modalOrigin)) {
      const isListed = listed.includes(ancestor) || /^https:\/\/(?:[a-z0-9-]+\.)+club\.example:8443$/.test(ancestor)
      expect([referrer, ancestor, isListed]).toEqual([referrer, ancestor, true])
    }
  reportAttack(task, 'G6', origins, 'Referers', `seed ${attackSeed}`)
})

test('refuses the documents of a project without allowed origins', async ({ task }) => {
  const ask = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [] }])
  for (const address of [
    `${modalOrigin}/f/`,
    `${modalOrigin}/f/shop/`,
    `${walletOrigin}/s/`,
    `${walletOrigin}/s/shop/`,
  ]) {
    const response = await ask(address, { headers: { Referer: shopOrigin } })
    const text = await response.text()
    expect([response.status, text.includes('ORIGIN_NOT_ALLOWED'), text.includes('bootstrap')]).toEqual([
      403,
      true,
      false,
    ])
  }
  reportAttack(task, 'G6', 4, 'documents of a project without origins, all refused')
})

/** Accepted findings: the evaluator can't know that this origin serves no JSONP and no template libraries. */
const known = ["script-src 'self'", "worker-src 'self'"]

test("the CSP of each document passes Google's CSP evaluator without a finding", ({ task }) => {
  const records = {
    frame: headers.frameDocument([shopOrigin], inline, 'wss://relay.example'),
    secure: headers.secureDocument([shopOrigin]),
    topLevel: headers.topLevel,
    toTopLevel: headers.toTopLevel,
    refused: headers.refusedDocument('sha256-c3R5bGU='),
    secureApi: headers.secureApi,
    publicApi: headers.publicApi('config'),
    image: headers.image('image/webp'),
    loader: headers.loader('pinned'),
    worker: headers.secureAsset('text/javascript; charset=utf-8'),
    plain: headers.plain,
  }
  const found = Object.entries(records).flatMap(([name, record]) =>
    new CspEvaluator(new CspParser(policyOf(record)).csp)
      .evaluate()
      .filter(({ severity, directive, value }) => severity < Severity.INFO && !known.includes(`${directive} ${value}`))
      .map(
        ({ directive, value, description, severity }) =>
          `${name}: ${directive} ${value ?? ''} (${severity}) ${description}`,
      ),
  )
  expect(found).toEqual([])
  reportAttack(
    task,
    'G6',
    Object.keys(records).length,
    'policies before CSP Evaluator',
    `but for what it can’t know of ${known.join(', ')}`,
  )
})
