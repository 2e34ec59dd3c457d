import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeApp, modal, shop, wallet } from '../../../test/parts.ts'

const club = 'https://*.club.example'
const app = await makeApp([{ id: 'shop', name: '</script><b>"Shop"', allowedOrigins: [shop, club] }])
const open = (path: string, headers: HeadersInit = {}) => app(`${modal}${path}`, { headers })
const ancestorsOf = (response: Response): string =>
  /frame-ancestors ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ?? ''
const bootstrapOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

describe('frame ancestors', () => {
  test.each([
    ['are only the requesting site if the project lists it', { Referer: `${shop}/` }, shop],
    [
      'are only the requesting site if a wildcard matches it',
      { Referer: 'https://a.b.club.example/' },
      'https://a.b.club.example',
    ],
    [
      'are the whole list if CSP cannot express the requesting host',
      { Referer: 'https://a_b.club.example/' },
      `${shop} ${club}`,
    ],
    ['are the whole list without a Referer', {}, `${shop} ${club}`],
    ['are the whole list if the frame reloads itself', { Referer: `${modal}/f/` }, `${shop} ${club}`],
  ])('%s', async (_, headers, ancestors) => {
    const response = await open('/f/', headers as HeadersInit)
    expect([response.status, ancestorsOf(response)]).toEqual([200, ancestors])
    expect(bootstrapOf(await response.text()).allowedOrigins.join(' ')).toBe(ancestors)
  })

  test('differ per requesting site, and so does the ETag, so that no cache mixes up the policies', async () => {
    const [one, other] = await Promise.all([
      open('/f/', { Referer: shop }),
      open('/f/', { Referer: 'https://a.club.example' }),
    ])
    expect(one.headers.get('ETag')).not.toBe(other.headers.get('ETag'))
  })

  test("of the secure frame are the modal's origin and all allowed origins of the project", async () => {
    const response = await app(`${wallet}/s/shop/`)
    expect(ancestorsOf(response)).toBe(`${modal} ${shop} ${club}`)
    expect(bootstrapOf(await response.text())).toEqual({
      version: '1.2.3',
      projectId: 'shop',
      projectName: '</script><b>"Shop"',
      frameOrigin: modal,
      allowedOrigins: [shop, club],
      trustedOrigins: [],
      email: false,
      custody: 'assisted',
      networks: expect.arrayContaining([expect.objectContaining({ caipNetworkId: 'eip155:1' })]),
      defaultNetwork: 'eip155:1',
    })
  })
})

describe('the relay URL', () => {
  const connectOf = (response: Response): string | undefined =>
    /connect-src ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1]

  test('appears in the bootstrap, and is the only other host in connect-src', async () => {
    const walletConnect = { projectId: 'there', relayUrl: 'wss://relay.example/v2' }
    const ask = await makeApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shop], walletConnect }])
    const response = await ask(`${modal}/f/`, { headers: { Referer: shop } })
    expect(connectOf(response)).toBe("'self' wss://relay.example")
    expect(bootstrapOf(await response.text()).walletConnect).toEqual(walletConnect)
    expect(connectOf(await ask(`${wallet}/s/`))).toBe("'self'")
  })

  test('appears neither in bootstrap nor connect-src without WalletConnect', async () => {
    const response = await open('/f/', { Referer: shop })
    expect(connectOf(response)).toBe("'self'")
    expect(bootstrapOf(await response.text())).not.toHaveProperty('walletConnect')
  })
})

describe('the document for a refused request', () => {
  const noOrigins = makeApp([{ id: 'shop', name: 'Shop', allowedOrigins: [] }])
  test.each([
    ['a foreign site', () => open('/f/', { Referer: 'https://evil.example/' }), 'ORIGIN_NOT_ALLOWED'],
    ['an unknown project', () => open('/f/nope/'), 'INVALID_PROJECT_ID'],
    ['a project without origins', async () => (await noOrigins)(`${modal}/f/`), 'ORIGIN_NOT_ALLOWED'],
    [
      'a project without origins, at the secure frame',
      async () => (await noOrigins)(`${wallet}/s/`),
      'ORIGIN_NOT_ALLOWED',
    ],
  ])('contains only the reason for %s', async (_, ask, reason) => {
    const response = await ask()
    const html = await response.text()
    const script = /<script>(.*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(script).toBe(`parent.postMessage({t:'refused',reason:'${reason}'},'*')`)
    const hash = createHash('sha256').update(script).digest('base64')
    expect(response.headers.get('Content-Security-Policy')).toBe(
      `default-src 'none'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
    )
    expect(response.status).toBe(403)
  })

  test('contains no data of the project', async () => {
    expect(await (await open('/f/', { Referer: 'https://evil.example/' })).text()).not.toContain('shop')
  })
})

/** The directory of the test server has three wallets, and each gets a row. */
const offered = 3

describe('the document', () => {
  test.each([
    ['?theme=dark&rows=3&locale=ar', '<html lang="ar" dir="rtl" data-theme="dark">', 3],
    ['?theme=light&rows=6&locale=pt-BR', '<html lang="pt-BR" dir="ltr" data-theme="light">', 6],
    ['', '<html lang="en" dir="ltr" data-theme="light">', 1],
    ['?theme="><script>&rows=9999&locale="><b>', '<html lang="en" dir="ltr" data-theme="light">', 6],
    ['?rows=-1', '<html lang="en" dir="ltr" data-theme="light">', 1],
    ['?rows=0', '<html lang="en" dir="ltr" data-theme="light">', 1],
    ['?rows=2.5', '<html lang="en" dir="ltr" data-theme="light">', 1],
    ['?rows=many', '<html lang="en" dir="ltr" data-theme="light">', 1],
  ])('fills the template for the query %j and reserves its wallet rows', async (query, root, rows) => {
    const html = await (await open(`/f/${query}`)).text()
    expect(html).toContain(root)
    expect(html.match(/<li>/g)?.length).toBe(rows + offered)
    expect(html).toContain(`"walletRows":${rows + offered},`)
    expect(html).not.toMatch(/%[A-Z_]+%|<!--/)
  })

  test('has no markup if the hidden frame only needs the data', async () => {
    const html = await (await open('/f/?core')).text()
    expect(html).not.toContain('<ul>')
    expect(bootstrapOf(html).projectId).toBe('shop')
  })

  test('escapes texts of the project in the data block', async () => {
    const html = await (await open('/f/')).text()
    expect(html.match(/<\/script>/g)?.length).toBe(1)
    expect(bootstrapOf(html).projectName).toBe('</script><b>"Shop"')
  })

  test('shows the configured links and the checkbox, and escapes the URLs', async () => {
    const links = { terms: 'https://shop.example/?a=1&b="', checkbox: true }
    const legal = await makeApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shop], links }])
    const html = await (await legal(`${modal}/f/`)).text()
    expect(html).toContain('<a href="https://shop.example/?a=1&amp;b=&quot;">Terms</a><input type="checkbox">')
    expect(html).not.toContain('Privacy')
  })

  test.each([
    [{ terms: 'https://a.example/' }, '<p><a href="https://a.example/">Terms</a></p>'],
    [{ privacy: 'https://b.example/' }, '<p><a href="https://b.example/">Privacy</a></p>'],
    [
      { terms: 'https://a.example/', privacy: 'https://b.example/' },
      '<p><a href="https://a.example/">Terms</a> and <a href="https://b.example/">Privacy</a></p>',
    ],
  ])('writes the links to terms and privacy for %j', async (links, line) => {
    const legal = await makeApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shop], links }])
    expect(await (await legal(`${modal}/f/`)).text()).toContain(line)
  })

  test('shows no line for terms and privacy if the project has no links', async () => {
    expect(await (await open('/f/')).text()).not.toContain('<p>')
  })

  test('is compressed, and answers 304 for a known ETag', async () => {
    const first = await open('/f/', { 'Accept-Encoding': 'gzip, br' })
    expect([first.headers.get('Content-Encoding'), first.headers.get('Vary')]).toEqual(['br', 'Accept-Encoding'])
    const tag = first.headers.get('ETag') ?? ''
    const again = await open('/f/', { 'Accept-Encoding': 'gzip, br', 'If-None-Match': tag })
    expect([again.status, await again.text(), ancestorsOf(again)]).toEqual([304, '', `${shop} ${club}`])
  })
})

test('lists featured wallets first and no excluded ones', async () => {
  const wallets = { featured: ['c3'], exclude: ['b2'] }
  const own = await makeApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shop], wallets }])
  const bootstrap = bootstrapOf(await (await own(`${modal}/f/`)).text())
  expect(bootstrap.wallets.map(({ id }: { id: string }) => id)).toEqual(['c3', 'a1'])
  expect(bootstrap.walletCount).toBe(2)
})

describe('top-level pages of the wallet', () => {
  test.each([
    ['/device', 'Device', 'shop'],
    ['/vault', 'Vault', 'shop'],
    ['/vault/shop?locale=de', 'Vault', 'shop'],
  ])('serves %s without framing, opener access or caching', async (path, title, projectId) => {
    const response = await app(`${wallet}${path}`, { headers: { Referer: 'https://evil.example/' } })
    const html = await response.text()
    expect([response.status, ancestorsOf(response)]).toEqual([200, "'none'"])
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(response.headers.get('X-Frame-Options')).toBe('DENY')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain(`lang="${path.endsWith('=de') ? 'de' : 'en'}"`)
    expect(bootstrapOf(html)).toMatchObject({ projectId, custody: 'assisted', frameOrigin: modal })
  })

  test.each(['/vault/nope', '/approve', '/device/shop/more', '/oauth'])('answers 404 for %s', async (path) => {
    expect((await app(`${wallet}${path}`)).status).toBe(404)
  })

  test.each(['/device', '/vault'])('does not serve %s on the host of the modal', async (path) => {
    expect((await app(`${modal}${path}`)).status).toBe(404)
  })

  test('redirects the bare host name to the vault, without the query', async () => {
    for (const path of ['/', '/?theme=dark', '/?next=//evil.example']) {
      const response = await app(`${wallet}${path}`, { headers: { Referer: 'https://evil.example/' } })
      expect([path, response.status, response.headers.get('Location')]).toEqual([path, 302, '/vault'])
      expect([ancestorsOf(response), await response.text()]).toEqual(["'none'", ''])
    }
  })

  test('does not redirect if there are several projects, and never on the host of the modal', async () => {
    const several = await makeApp(['one', 'two'].map((id) => ({ id, name: id, allowedOrigins: [shop] })))
    expect([(await several(`${wallet}/`)).status, (await app(`${modal}/`)).status]).toEqual([404, 404])
  })

  test('on a server with several projects, serves the page of a mail link without a project id, but not the vault', async () => {
    const projects = ['one', 'two'].map((id) => ({ id, name: id, allowedOrigins: [shop] }))
    const several = await makeApp(projects)
    const statusOf = async (path: string) => (await several(`${wallet}${path}`)).status
    expect([await statusOf('/device'), await statusOf('/vault'), await statusOf('/vault/two')]).toEqual([200, 404, 200])
  })
})
