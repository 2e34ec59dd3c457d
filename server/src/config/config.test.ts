import { expect, test } from 'vitest'
import { parseConfig, readConfig } from './config.ts'

const parse = (text: string, environment = {}) => parseConfig(text, 'appkit.config.json', environment)
const project = (fields: string) =>
  `{\n"projects": [\n{ "id": "shop", "name": "Shop",\n"allowedOrigins": ["https://shop.example"],\n${fields}\n}]}`

test('fills all defaults into the smallest configuration', () => {
  expect(parse('{"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}')).toMatchSnapshot()
})

test('takes exact origins as ancestors of the sites', () => {
  const ancestors = '["https://portal.example", "https://portal.example:8443"]'
  const [shop] = parse(project(`"allowedAncestors": ${ancestors}`)).projects
  expect(shop?.allowedAncestors).toEqual(JSON.parse(ancestors))
})

test('accepts the wallet order of Reown’s AppKit, and leaves out the connector type external', () => {
  const [shop] = parse(project('"wallets": { "order": ["external", "injected"] }')).projects
  expect(shop?.wallets.order).toEqual(['injected'])
})

test.each([
  ['a text that is not JSON', '{\n"projects": [\n}', 'appkit.config.json, line 3: this is not JSON'],
  ['a missing list of projects', '{}', 'line 1: projects: '],
  ['an empty list of projects', '{"projects":[]}', 'projects: must list at least one project'],
  ['a misspelt field', project('"analitics": true'), 'line 5: projects[0].analitics: is not a known field'],
  ['a wrong type', project('"analytics": "yes"'), 'line 5: projects[0].analytics: Invalid type: Expected boolean'],
  [
    'an unknown network',
    project('"networks": ["eip155:1",\n"eip155:424242424242"]'),
    'line 6: projects[0].networks[1]: ',
  ],
  ['a network that is no id', project('"networks": ["ethereum"]'), 'projects[0].networks[0]: must be a CAIP-2 id'],
  [
    'a prefix that no address has',
    project('"networks": [{ "id": "cosmos:noble-1",\n"addressPrefix": "Noble" }]'),
    'line 6: projects[0].networks[0].addressPrefix: is not how addresses',
  ],
  [
    'an adaptor of another namespace',
    project('"networks": [{ "id": "cosmos:noble-1",\n"adaptors": { "tokens": ["multicall"] } }]'),
    'line 6: projects[0].networks[0].adaptors.tokens[0]: is for eip155 networks alone',
  ],
  [
    'a default network that the project does not list',
    project('"networks": ["eip155:1"], "defaultNetwork": "eip155:10"'),
    'line 5: projects[0].defaultNetwork: eip155:10 is not in',
  ],
  [
    'plain http in production',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":["http://localhost:*"]}]}',
    'projects[0].allowedOrigins[0]: http://localhost:* is plain http',
  ],
  [
    'a listing in the clear',
    '{"directory":{"upstream":"http://api.example"},\n"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}',
    'line 1: directory.upstream: must be an https URL',
  ],
  [
    'a listing with a password',
    '{"directory":{"upstream":"https://me:secret@api.example"},"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}',
    'directory.upstream: must be an https URL',
  ],
  [
    'a token list in the clear',
    project('"tokenLists": ["shipped", "http://lists.example/tokens.json"]'),
    'projects[0].tokenLists[1]: must be "shipped", a file, or an https URL',
  ],
  [
    'a plain-http image',
    project('"wallets": { "custom": [{ "id": "a", "name": "A", "imageUrl": "http://a.example/a.png" }] }'),
    'projects[0].wallets.custom[0].imageUrl: must be an https address or a data:image/ one',
  ],
  [
    'a public suffix',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":["https://*.vercel.app"]}]}',
    'would let anyone in',
  ],
  ['a path', '{"projects":[{"id":"a","name":"A","allowedOrigins":["https://a.example/"]}]}', 'is not an origin'],
  [
    'an origin that could end a header',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":["https://a.example; script-src *"]}]}',
    'is not an origin',
  ],
  [
    'an ancestor with a wildcard',
    project('"allowedAncestors": ["https://*.portal.example"]'),
    'line 5: projects[0].allowedAncestors[0]: https://*.portal.example must be one exact origin',
  ],
  [
    'an ancestor with a path',
    project('"allowedAncestors": ["https://portal.example/"]'),
    'allowedAncestors[0]: https://portal.example/ is not an origin',
  ],
  [
    'an ancestor with the default port, which no browser reports',
    project('"allowedAncestors": ["https://portal.example:443"]'),
    'must be one exact origin',
  ],
  [
    'an ancestor that could end a header',
    project('"allowedAncestors": ["https://portal.example; script-src *"]'),
    'is not an origin',
  ],
  ['an opaque ancestor', project('"allowedAncestors": ["null"]'), 'null is not an origin'],
  ['a plain-http ancestor', project('"allowedAncestors": ["http://localhost:3000"]'), 'is plain http'],
  [
    'an ancestor with any port',
    project('"environment": "development", "allowedAncestors": ["http://localhost:*"]'),
    'must be one exact origin',
  ],
  [
    'an ancestor that is a site of the project',
    project('"allowedAncestors": ["https://portal.example", "https://shop.example"]'),
    'projects[0].allowedAncestors[1]: https://shop.example is covered by allowedOrigins',
  ],
  [
    'an ancestor that a wildcard of the project covers',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":["https://*.a.example"],"allowedAncestors":["https://b.a.example"]}]}',
    'https://b.a.example is covered by allowedOrigins',
  ],
  [
    'eleven ancestors',
    project(`"allowedAncestors": ${JSON.stringify(Array.from({ length: 11 }, (_, at) => `https://a${at}.example`))}`),
    'allowedAncestors: must be at most 10',
  ],
  ...[
    ['in the clear', 'http://check.example/'],
    ['with a name', 'https://me@check.example/'],
    ['with a fragment', 'https://check.example/#a'],
    ['that is none', 'check'],
  ].map(([how, url]): [string, string, string] => [
    `a page of a CAPTCHA at an address ${how}`,
    project('"analytics": false').replace(
      '{',
      `{"mail":{"url":"smtps://mail.example","from":"a@shop.example","captcha":{"pageUrl":"${url}","verifyUrl":"https://a.example","secret":"s"}},`,
    ),
    'mail.captcha.pageUrl: must be an http',
  ]),
  [
    'a project that refuses mails before it asks for work',
    project('"analytics": false').replace(
      '{',
      '{"mail":{"url":"smtps://mail.example","from":"a@shop.example","limits":{"projectHour":300,"projectHourMost":299}},',
    ),
    'mail.limits.projectHourMost: must be at least projectHour',
  ],
  [
    'a trusted stranger',
    project('"trustedOrigins": ["https://other.example"]'),
    'projects[0].trustedOrigins[0]: https://other.example must also be allowed by allowedOrigins',
  ],
  [
    'a trusted wildcard',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":["https://*.a.example"],"trustedOrigins":["https://*.a.example"]}]}',
    'projects[0].trustedOrigins[0]: https://*.a.example must be one exact origin',
  ],
  [
    'trusted sites with any port',
    '{"projects":[{"id":"a","name":"A","environment":"development","allowedOrigins":["http://localhost:*"],"trustedOrigins":["http://localhost:*"]}]}',
    'projects[0].trustedOrigins[0]: http://localhost:* must be one exact origin',
  ],
  [
    'a name for the sites of a wildcard',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":["https://*.a.example"],"sites":[{"origin":"https://*.a.example","name":"A"}]}]}',
    'projects[0].sites[0].origin: https://*.a.example must be one exact origin',
  ],
  [
    'a name for a site that is not allowed',
    project('"sites": [{ "origin": "https://other.example", "name": "Other" }]'),
    'line 5: projects[0].sites[0].origin: https://other.example must also be allowed by allowedOrigins',
  ],
  [
    'two names for one site',
    project(
      '"sites": [{ "origin": "https://shop.example", "name": "A" }, { "origin": "https://shop.example", "name": "B" }]',
    ),
    'projects[0].sites[1].origin: https://shop.example has an entry already',
  ],
  [
    'a name of a site with a hidden character',
    project('"sites": [{ "origin": "https://shop.example", "name": "Sh\u200Bop" }]'),
    'projects[0].sites[0].name: must have no hidden characters',
  ],
  [
    'a logo in the clear',
    project('"sites": [{ "origin": "https://shop.example", "name": "A", "logo": "http://a.example/a.png" }]'),
    'projects[0].sites[0].logo: must be an https address or a data:image/ one',
  ],
  [
    'a receiver whose address is mistyped',
    project(
      '"sites": [{ "origin": "https://shop.example", "name": "A", "receivers": [{ "name": "Till", "account": "eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92267" }] }]',
    ),
    'projects[0].sites[0].receivers[0].account: must be a CAIP-10 account',
  ],
  [
    'a receiver on no network',
    project(
      '"sites": [{ "origin": "https://shop.example", "name": "A", "receivers": [{ "name": "Till", "account": "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266" }] }]',
    ),
    'projects[0].sites[0].receivers[0].account: must be a CAIP-10 account',
  ],
  [
    'one id twice',
    '{"projects":[{"id":"a","name":"A","allowedOrigins":[]},\n{"id":"a","name":"B","allowedOrigins":[]}]}',
    'line 2: projects[1].id: a is the id of another project too',
  ],
  [
    'a colour that is more',
    project('"theme": { "accent": "red;background:url(x)" }'),
    'projects[0].theme.accent: must be #rrggbb',
  ],
  [
    'a theme that only a page chooses',
    project('"theme": { "mode": "dark" }'),
    'projects[0].theme.mode: is not a known field',
  ],
  [
    'a password for a node',
    project('"networks": [{ "id": "eip155:1", "privateRpcUrls": ["https://me:secret@node.example"] }]'),
    'privateRpcUrls[0]: must hold no name and password',
  ],
  [
    'an address of a node that is none',
    project('"networks": [{ "id": "eip155:1", "rpcUrls": ["node"] }]'),
    'rpcUrls[0]: must be an http or https URL',
  ],
  [
    'a script as link',
    project('"links": { "terms": "javascript:alert(1)" }'),
    'projects[0].links.terms: must be an http or https URL',
  ],
  [
    'a script as wallet link',
    project('"wallets": { "custom": [{ "id": "x", "name": "X", "mobileLink": "javascript:alert(1)" }] }'),
    'projects[0].wallets.custom[0].mobileLink: must be a URL',
  ],
  [
    'a relay in clear on another machine',
    project('"walletConnect": { "projectId": "shop", "relayUrl": "ws://relay.example" }'),
    'projects[0].walletConnect.relayUrl: must be a wss:// URL',
  ],
  [
    'a relay URL that could inject a directive into the CSP header',
    project('"walletConnect": { "projectId": "shop", "relayUrl": "wss://relay.example;script-src" }'),
    'projects[0].walletConnect.relayUrl: must be a wss:// URL',
  ],
  [
    'an icon for wallets that is no https URL',
    project(
      '"walletConnect": { "projectId": "shop", "relayUrl": "wss://relay.example", "icon": "javascript:alert(1)" }',
    ),
    'projects[0].walletConnect.icon: must be an https URL',
  ],
  [
    'a relay without a project id',
    project('"walletConnect": { "projectId": "", "relayUrl": "wss://relay.example" }'),
    "projects[0].walletConnect.projectId: must be the relay's id",
  ],
  [
    'a variable that is not set',
    project(`"networks": [{ "id": "eip155:1",\n"privateRpcUrls": ["https://node.example/\${NODE_KEY}"] }]`),
    'line 6: projects[0].networks[0].privateRpcUrls[0]: the environment has no variable NODE_KEY',
  ],
  [
    'a name that would end a string of the loader',
    '{"announce":{"name":"Acme`+alert(1)+`"},"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}',
    'announce.name: must be at most 40 letters',
  ],
  [
    'an icon that would end a string of the loader',
    '{"announce":{"icon":"data:image/png,`"},"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}',
    'announce.icon: must be a data:image/ URI',
  ],
  [
    'a contact that would add a line to security.txt',
    '{"security":{"contact":"mailto:a@b.example\\nContact: mailto:x@evil.example"},"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}',
    'security.contact: must be a mailto:, https: or tel: URI',
  ],
])('reports the mistake in the configuration with line and field: %s', (_, text, message) => {
  expect(() => parse(text)).toThrow(message)
})

test('replaces references to environment variables in the configuration by their values', () => {
  const text = project(`"networks": [{ "id": "eip155:1", "privateRpcUrls": ["https://node.example/\${NODE_KEY}"] }]`)
  const { projects } = parse(text, { NODE_KEY: 'secret' })
  expect(projects[0]?.networks).toEqual([{ id: 'eip155:1', privateRpcUrls: ['https://node.example/secret'] }])
})

test.each(['wss://relay.example', 'wss://relay.example/v2?region=eu', 'ws://127.0.0.1:4105'])(
  'accepts %s as the URL of a WalletConnect relay',
  (relayUrl) => {
    const walletConnect = { projectId: 'shop', relayUrl }
    const { projects } = parse(project(`"walletConnect": ${JSON.stringify(walletConnect)}`))
    expect(projects[0]?.walletConnect).toEqual(walletConnect)
  },
)

test('reports all mistakes of a configuration at once', () => {
  const text = '{"port": 0,\n"dataDir": "",\n"projects":[{"id":"a","name":"A","allowedOrigins":[]}]}'
  expect(() => parse(text)).toThrow(/line 1: port: .*\n.*line 2: dataDir: must not be empty/)
})

test('explains how to write the configuration if the file is missing', () => {
  expect(() => readConfig({ APPKIT_CONFIG: '/nowhere/appkit.config.json' })).toThrow(
    /\/nowhere\/appkit\.config\.json can't be read\. .* APPKIT_CONFIG .*"projects"/s,
  )
})
