import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  makeTestApp,
  makeTestParts,
  modalOrigin,
  shopOrigin,
  testDirectory,
  walletOrigin,
} from '../../../test/parts.ts'
import { createDirectoryListing } from '../../directory/listing.ts'
import { createApp } from '../app.ts'

const club = 'https://*.club.example'
const app = await makeTestApp([{ id: 'shop', name: '</script><b>"Shop"', allowedOrigins: [shopOrigin, club] }])
const open = (path: string, headers: HeadersInit = {}) => app(`${modalOrigin}${path}`, { headers })
const ancestorsOf = (response: Response): string =>
  /frame-ancestors ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1] ?? ''
const bootstrapOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="bootstrap">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null')

describe('frame ancestors in the CSP of the documents', () => {
  test.each([
    ['are only the requesting site if the project lists it', { Referer: `${shopOrigin}/` }, shopOrigin],
    [
      'are only the requesting site if a wildcard matches it',
      { Referer: 'https://a.b.club.example/' },
      'https://a.b.club.example',
    ],
    [
      'are the whole list if CSP cannot express the requesting host',
      { Referer: 'https://a_b.club.example/' },
      `${shopOrigin} ${club}`,
    ],
    ['are the whole list without a Referer', {}, `${shopOrigin} ${club}`],
    ['are the whole list if the frame reloads itself', { Referer: `${modalOrigin}/f/` }, `${shopOrigin} ${club}`],
  ])('%s', async (_, headers, ancestors) => {
    const response = await open('/f/', headers as HeadersInit)
    expect([response.status, ancestorsOf(response)]).toEqual([200, ancestors])
    // The document is the same for all requesting sites: the browser decides by the CSP header above whether a site may
    // frame it.
    expect(bootstrapOf(await response.text()).allowedOrigins).toEqual([shopOrigin, club])
  })

  test('documents for different sites have different ETags, so that no cache mixes up their policies', async () => {
    const [one, other] = await Promise.all([
      open('/f/', { Referer: shopOrigin }),
      open('/f/', { Referer: 'https://a.club.example' }),
    ])
    expect(one.headers.get('ETag')).not.toBe(other.headers.get('ETag'))
  })

  test("the frame ancestors of the secure frame are the modal's origin and all allowed origins of the project", async () => {
    const response = await app(`${walletOrigin}/s/shop/`)
    expect(ancestorsOf(response)).toBe(`${modalOrigin} ${shopOrigin} ${club}`)
    expect(bootstrapOf(await response.text())).toEqual({
      version: '1.2.3',
      projectId: 'shop',
      projectName: '</script><b>"Shop"',
      frameOrigin: modalOrigin,
      allowedOrigins: [shopOrigin, club],
      trustedOrigins: [shopOrigin],
      allowedAncestors: [],
      sites: [],
      email: false,
      custody: 'assisted',
      networks: expect.arrayContaining([expect.objectContaining({ caipNetworkId: 'eip155:1' })]),
      defaultNetwork: 'eip155:1',
    })
  })
})

describe('the trusted origins of a project', () => {
  const origins = { development: 'http://localhost:5173', shop: shopOrigin, club, anyPort: 'http://localhost:*' }
  const { development, shop, anyPort } = origins
  const trustedBy = async (settings: object) => {
    const app = makeTestApp([
      {
        id: 'shop',
        name: 'Shop',
        environment: 'development',
        allowedOrigins: [shop, `${shop}:443`, club, development, anyPort],
        ...settings,
      },
    ])
    const response = await (await app)(`${walletOrigin}/s/shop/`)
    return bootstrapOf(await response.text()).trustedOrigins
  }

  test('are its exact allowed origins by default, as browsers write them, and no wildcard', async () => {
    expect(await trustedBy({})).toEqual([shop, shop, development])
  })

  test('are those that the operator lists, also one that only a wildcard allows', async () => {
    const own = club.replace('*', 'own')
    expect(await trustedBy({ trustedOrigins: [shop, own] })).toEqual([shop, own])
    expect(await trustedBy({ trustedOrigins: [] })).toEqual([])
  })
})

describe('the allowed ancestors of a project', () => {
  const portal = 'https://portal.example'
  const settings = { name: 'Shop', allowedOrigins: [shopOrigin, club], allowedAncestors: [portal] }
  const framed = makeTestApp([
    { id: 'shop', ...settings },
    { id: 'other', name: 'Other', allowedOrigins: ['https://other.example'] },
  ])
  const ask = async (path: string, headers: HeadersInit = {}) => (await framed)(path, { headers })

  test.each([
    ['after the requesting site', { Referer: `${shopOrigin}/` }, `${shopOrigin} ${portal}`],
    ['after the whole list without a Referer', {}, `${shopOrigin} ${club} ${portal}`],
  ])('are in the CSP and in the bootstrap of the frame, %s', async (_, headers, ancestors) => {
    const response = await ask(`${modalOrigin}/f/shop/`, headers as HeadersInit)
    expect(ancestorsOf(response)).toBe(ancestors)
    expect(bootstrapOf(await response.text())).toMatchObject({
      allowedOrigins: [shopOrigin, club],
      allowedAncestors: [portal],
    })
  })

  test('are in the CSP and in the bootstrap of the secure frame', async () => {
    const response = await ask(`${walletOrigin}/s/shop/`)
    expect(ancestorsOf(response)).toBe(`${modalOrigin} ${shopOrigin} ${club} ${portal}`)
    expect(bootstrapOf(await response.text())).toMatchObject({
      allowedOrigins: [shopOrigin, club],
      allowedAncestors: [portal],
    })
  })

  test('may not frame the modal themselves', async () => {
    const response = await ask(`${modalOrigin}/f/shop/`, { Referer: `${portal}/` })
    expect([response.status, await response.text()]).toEqual([403, expect.stringContaining('ORIGIN_NOT_ALLOWED')])
  })

  test('are unknown to the documents of another project', async () => {
    const responses = [await ask(`${modalOrigin}/f/other/`), await ask(`${walletOrigin}/s/other/`)]
    for (const response of responses) {
      expect(ancestorsOf(response)).not.toContain(portal)
      expect(await response.text()).not.toContain(portal)
    }
  })

  test('open nothing for a project without sites', async () => {
    const closed = await makeTestApp([{ id: 'shop', ...settings, allowedOrigins: [] }])
    for (const address of [`${modalOrigin}/f/`, `${walletOrigin}/s/`]) expect((await closed(address)).status).toBe(403)
  })
})

describe('relay URLs in the frame’s document and its CSP', () => {
  const connectOf = (response: Response): string | undefined =>
    /connect-src ([^;]*)/.exec(response.headers.get('Content-Security-Policy') ?? '')?.[1]

  test('the relay URL is in the bootstrap, and its host is the only other one in connect-src', async () => {
    const walletConnect = { projectId: 'there', relayUrl: 'wss://relay.example/v2' }
    const ask = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], walletConnect }])
    const response = await ask(`${modalOrigin}/f/`, { headers: { Referer: shopOrigin } })
    expect(connectOf(response)).toBe("'self' wss://relay.example")
    expect(bootstrapOf(await response.text()).walletConnect).toEqual(walletConnect)
    expect(connectOf(await ask(`${walletOrigin}/s/`))).toBe("'self'")
  })

  test('without WalletConnect, neither bootstrap nor connect-src contains a relay URL', async () => {
    const response = await open('/f/', { Referer: shopOrigin })
    expect(connectOf(response)).toBe("'self'")
    expect(bootstrapOf(await response.text())).not.toHaveProperty('walletConnect')
  })
})

describe('documents for refused requests', () => {
  const noOrigins = makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [] }])
  test.each([
    ['a foreign site', () => open('/f/', { Referer: 'https://evil.example/' }), 'ORIGIN_NOT_ALLOWED'],
    ['an unknown project', () => open('/f/nope/'), 'INVALID_PROJECT_ID'],
    ['a project without origins', async () => (await noOrigins)(`${modalOrigin}/f/`), 'ORIGIN_NOT_ALLOWED'],
    [
      'a project without origins, at the secure frame',
      async () => (await noOrigins)(`${walletOrigin}/s/`),
      'ORIGIN_NOT_ALLOWED',
    ],
  ])('the document for a refused request contains only the reason, for %s', async (_, ask, reason) => {
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

  test('the document for a refused request contains no data of the project', async () => {
    expect(await (await open('/f/', { Referer: 'https://evil.example/' })).text()).not.toContain('shop')
  })
})

describe('content and caching of the frame’s document', () => {
  test.each([
    ['?theme=dark&locale=ar', '<html lang="ar" dir="rtl" data-theme="dark" data-device="desktop">', 'ar dark false'],
    [
      '?theme=light&locale=de-CH',
      '<html lang="de" dir="ltr" data-theme="light" data-device="desktop">',
      'de light false',
    ],
    ['?locale=pt-BR', '<html lang="en" dir="ltr" data-theme="light" data-device="desktop">', 'en light false'],
    ['', '<html lang="en" dir="ltr" data-theme="light" data-device="desktop">', 'en light false'],
    [
      '?theme="><script>&rows=9999&locale="><b>',
      '<html lang="en" dir="ltr" data-theme="light" data-device="desktop">',
      'en light false',
    ],
  ])("the frame's document holds the first view for the query %j", async (query, root, facts) => {
    const html = await (await open(`/f/${query}`)).text()
    expect(html).toContain(root)
    expect(html).toContain(`<div id="root"><ul> ${facts} 18 </ul></div><template></template>`)
    expect(html).toContain('<template id="failure">failed</template>')
    expect(html).not.toMatch(/%[A-Z_]+%|<!--/)
  })

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'phone'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 'phone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'desktop'],
    ['', 'desktop'],
  ])("the frame's document is for the device class of the browser %j", async (agent, device) => {
    const response = await open('/f/', { 'User-Agent': agent })
    expect(await response.text()).toContain(`data-device="${device}"`)
    expect(response.headers.get('Vary')).toContain('User-Agent')
  })

  test("the frame's document keeps names that look like placeholders", async () => {
    const parts = await makeTestParts()
    const root = '<a title="<!--failure--><!--bootstrap-->">%THEME% $& %LANG%</a>'
    parts.builds.frame.prerender = async () => ({ root, template: '', failure: 'failed' })
    const html = await (await createApp(parts).request(`${modalOrigin}/f/`)).text()
    expect(html).toContain(`<div id="root">${root}</div>`)
    expect(html.match(/>failed</g)).toHaveLength(1)
  })

  test("renders the frame's document once for each language, theme and device class", async () => {
    const parts = await makeTestParts()
    const rendered: unknown[] = []
    const { prerender } = parts.builds.frame
    parts.builds.frame.prerender = (facts) => {
      rendered.push(facts)
      return prerender(facts)
    }
    const counted = createApp({ ...parts, settings: { ...parts.settings, requestsPerSecond: 10_000 } })
    const agents = ['iPhone', 'Android', 'Macintosh', 'Windows']
    const asked = Array.from({ length: 1_000 }, (_, at) =>
      counted.request(
        `${modalOrigin}/f/?theme=${['dark', 'light', `t${at}`][at % 3]}&locale=${['en', 'de-AT', 'ar', `x${at}`][at % 4]}&rows=${at}&a=${at}#n=${at}`,
        { headers: { 'User-Agent': `${agents[Math.floor(at / 12) % 4]} ${at}`, Referer: `${shopOrigin}/${at}` } },
      ),
    )
    const responses = await Promise.all(asked)
    expect(responses.filter(({ status }) => status !== 200)).toEqual([])
    expect(rendered).toHaveLength(3 * 2 * 2)
  })

  test('renders one document for all sites of a project', async () => {
    const parts = await makeTestParts([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin, club] }])
    let renders = 0
    const { prerender } = parts.builds.frame
    parts.builds.frame.prerender = (facts) => {
      renders += 1
      return prerender(facts)
    }
    const counted = createApp(parts)
    const sites = [shopOrigin, 'https://a.club.example', 'https://b.club.example']
    const responses = await Promise.all(
      sites.map((site) => counted.request(`${modalOrigin}/f/`, { headers: { Referer: `${site}/` } })),
    )
    expect(responses.map(ancestorsOf)).toEqual(sites)
    const bodies = await Promise.all(responses.map((response) => response.text()))
    expect(bodies).toEqual(sites.map(() => bodies[0]))
    expect(renders).toBe(1)
  })

  test('caches all rendered documents of a server with many projects', async () => {
    const ids = Array.from({ length: 22 }, (_, index) => `shop${index}`)
    const networks = ['eip155:1']
    const parts = await makeTestParts(ids.map((id) => ({ id, name: id, allowedOrigins: [shopOrigin], networks })))
    const { prerender } = parts.builds.frame
    let renders = 0
    parts.builds.frame.prerender = (facts) => {
      renders += 1
      return prerender(facts)
    }
    const counted = createApp({ ...parts, settings: { ...parts.settings, requestsPerSecond: 10_000 } })
    const askAll = async () => {
      for (const id of ids)
        for (const locale of ['en', 'de', 'ar'])
          for (const theme of ['light', 'dark'])
            for (const agent of ['iPhone', 'Macintosh']) {
              const headers = { Referer: shopOrigin, 'User-Agent': agent }
              const { status } = await counted.request(`${modalOrigin}/f/${id}/?locale=${locale}&theme=${theme}`, {
                headers,
              })
              expect(status).toBe(200)
            }
    }
    await askAll()
    await askAll()
    expect(renders).toBe(ids.length * 3 * 2 * 2)
  })

  test('keeps the documents of a project while the wallet list of another project changes', async () => {
    const [quiet, busy] = [{ id: 'quiet' }, { id: 'busy', wallets: { include: ['a1'] } }]
    const settings = { name: 'Shop', allowedOrigins: [shopOrigin], networks: ['eip155:1'] }
    const parts = await makeTestParts([quiet, busy].map((project) => ({ ...settings, ...project })))
    const { prerender } = parts.builds.frame
    const rendered: string[] = []
    parts.builds.frame.prerender = (facts) => {
      rendered.push(facts.bootstrap.projectId)
      return prerender(facts)
    }
    let count = 1
    const { listing } = parts
    parts.listing = {
      ...listing,
      peek: (query) => (query.include ? { ...listing.peek(query), count } : listing.peek(query)),
    }
    const counted = createApp({ ...parts, settings: { ...parts.settings, requestsPerSecond: 10_000 } })
    const ask = async (path: string) => {
      const response = await counted.request(`${modalOrigin}/f/${path}`, { headers: { Referer: shopOrigin } })
      return bootstrapOf(await response.text()).walletCount
    }
    await ask('quiet/')
    for (; count < 100; count++) expect(await ask('busy/')).toBe(count)
    await ask('quiet/')
    expect(rendered.filter((id) => id === 'quiet')).toHaveLength(1)
    expect(rendered.filter((id) => id === 'busy')).toHaveLength(99)
  })

  test('serves an empty root, logs one line and retries after a minute if the first view cannot be rendered', async () => {
    let now = 1_000
    const lines: unknown[] = []
    const log = { write: (...line: unknown[]) => void lines.push(line), flush: () => undefined }
    const parts = await makeTestParts(undefined, { log, now: () => now })
    const { prerender } = parts.builds.frame
    let isBroken = true
    parts.builds.frame.prerender = async (facts) => {
      if (isBroken) throw new TypeError('a text of the project')
      return prerender(facts)
    }
    const failing = createApp(parts)
    const ask = async (query = '') => {
      const response = await failing.request(`${modalOrigin}/f/${query}`, { headers: { Referer: shopOrigin } })
      return [response.status, await response.text()] as const
    }
    const failures = () => lines.filter((line) => Object(line)[0] === 'first view was not rendered')

    const [status, html] = await ask()
    expect(status).toBe(200)
    expect(html).toContain('<div id="root"></div><script id="early">')
    expect(html).not.toContain('<template')
    expect(bootstrapOf(html).projectId).toBe('shop')
    await Promise.all([ask(), ask('?rows=3')])
    const fields = { project: 'shop', language: 'en', theme: 'light', isPhone: false, name: 'TypeError' }
    expect(failures()).toEqual([['first view was not rendered', { ...fields, at: expect.stringMatching(/^at /) }]])
    await ask('?locale=de')
    expect(failures()).toHaveLength(2)

    isBroken = false
    now += 59_000
    expect((await ask())[1]).toContain('<div id="root"></div>')
    now += 2_000
    // The cache reads the clock at most once a millisecond, so it may notice the new time a little later.
    await expect.poll(async () => (await ask())[1]).toContain('<div id="root"><ul>')
  })

  test.each([
    ['', false, []],
    ['?locale=de', false, ['de']],
    ['?locale=ar', false, ['ar']],
    ['?locale=pt', true, []],
    ['?locale=de-AT', true, ['de']],
    ['?core&locale=de', true, []],
  ])(
    "the frame's document for the query %j and a check box %j links only the files %j",
    async (query, checkbox, files) => {
      const links = { checkbox, terms: 'https://shop.example/terms' }
      const own = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], links }])
      const html = await (await own(`${modalOrigin}/f/${query}`, { headers: { Referer: shopOrigin } })).text()
      expect([...html.matchAll(/<link href="\/assets\/(\w+)\.js"/g)].map(([, name]) => name)).toEqual(files)
      expect(html).not.toContain('<!--')
    },
  )

  test("the frame's document links the code of the row that hides the wallets", async () => {
    const own = await makeTestApp([
      { id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], wallets: { collapseWallets: true } },
    ])
    const html = await (await own(`${modalOrigin}/f/`, { headers: { Referer: shopOrigin } })).text()
    expect(html).toContain('<link href="/assets/collapsed.js"')
  })

  test("the frame's document has no markup if the hidden frame loads its data but not its views", async () => {
    const html = await (await open('/f/?core')).text()
    expect(html).not.toMatch(/<ul>|id="root"|failed/)
    expect(bootstrapOf(html).projectId).toBe('shop')
  })

  test("escapes a project's texts in the data block of the frame's document", async () => {
    const html = await (await open('/f/')).text()
    expect(html.match(/<\/script>/g)?.length).toBe(2)
    expect(bootstrapOf(html).projectName).toBe('</script><b>"Shop"')
  })

  test("compresses the frame's document, and answers 304 for a known ETag", async () => {
    const first = await open('/f/', { 'Accept-Encoding': 'gzip, br' })
    expect([first.headers.get('Content-Encoding'), first.headers.get('Vary')]).toEqual([
      'br',
      'Referer, User-Agent, Accept-Encoding',
    ])
    const tag = first.headers.get('ETag') ?? ''
    const again = await open('/f/', { 'Accept-Encoding': 'gzip, br', 'If-None-Match': tag })
    expect([again.status, await again.text(), ancestorsOf(again)]).toEqual([304, '', `${shopOrigin} ${club}`])
  })
})

test("the frame's document lists featured wallets first and no excluded ones", async () => {
  const wallets = { featured: ['c3'], exclude: ['b2'] }
  const own = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], wallets }])
  const bootstrap = bootstrapOf(await (await own(`${modalOrigin}/f/`)).text())
  expect(bootstrap.wallets.map(({ id }: { id: string }) => id)).toEqual(['c3', 'a1'])
  expect(bootstrap.walletCount).toBe(2)
})

describe("the wallets in the frame's document", () => {
  const browse_links = { solana: 'https://wallet.example/browse/{url}' }
  const phoneWallets = [
    ...testDirectory.wallets,
    { id: 'd4', name: 'Delta', chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], browse_links },
    { id: 'e5', name: 'Epsilon', chains: ['bip122:000000000019d6689c085ae165831e93'], mobile_link: 'epsilon://' },
  ]
  const walletConnect = { projectId: 'relay', relayUrl: 'wss://relay.example' }
  const networks = { evm: 'eip155:1', solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
  const readWallets = async (userAgent: string, project: object) => {
    const directory = { ...testDirectory, wallets: phoneWallets }
    const own = await makeTestApp([{ id: 'shop', name: 'Shop', allowedOrigins: [shopOrigin], ...project }], {
      directory,
      listing: createDirectoryListing(directory),
    })
    const response = await own(`${modalOrigin}/f/`, { headers: { 'User-Agent': userAgent, Referer: shopOrigin } })
    const { wallets, walletCount } = bootstrapOf(await response.text())
    return [wallets.map(({ id }: { id: string }) => id).join(' '), walletCount]
  }

  test.each([
    ['a desktop', 'Macintosh', { walletConnect, networks: Object.values(networks) }, 'a1 b2 c3 d4', 4],
    ['a phone', 'iPhone', { walletConnect, networks: Object.values(networks) }, 'a1 d4', 2],
    ['a phone, on EVM networks', 'iPhone', { walletConnect, networks: [networks.evm] }, 'a1', 1],
    ['a phone, on Solana', 'Android', { walletConnect, networks: [networks.solana] }, 'd4', 1],
    ['a phone, without a relay', 'iPhone', { networks: Object.values(networks) }, 'd4', 1],
    [
      'a phone, though one is featured',
      'iPhone',
      { walletConnect, wallets: { featured: ['c3', 'd4'] } },
      'd4 a1 e5',
      3,
    ],
  ])("are those that the project's visitors can use on %s", async (_, agent, project, ids, count) => {
    expect(await readWallets(agent, project)).toEqual([ids, count])
  })
})

describe('the wallet’s top-level pages and the redirects to them', () => {
  test.each([
    ['/vault', 'Vault', 'shop'],
    ['/vault/shop?locale=de', 'Vault', 'shop'],
  ])("serves the wallet's page %s without framing, opener access or caching", async (path, title, projectId) => {
    const response = await app(`${walletOrigin}${path}`, { headers: { Referer: 'https://evil.example/' } })
    const html = await response.text()
    expect([response.status, ancestorsOf(response)]).toEqual([200, "'none'"])
    expect(response.headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin')
    expect(response.headers.get('X-Frame-Options')).toBe('DENY')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(html).toContain(`<title>${title}</title>`)
    expect(html).toContain(`lang="${path.endsWith('=de') ? 'de' : 'en'}"`)
    expect(bootstrapOf(html)).toMatchObject({ projectId, custody: 'assisted', frameOrigin: modalOrigin })
  })

  test.each(['/vault/nope', '/approve', '/vault/shop/more', '/device', '/oauth'])(
    "answers 404 for the wallet's page %s",
    async (path) => {
      expect((await app(`${walletOrigin}${path}`)).status).toBe(404)
    },
  )

  test("does not serve the wallet's pages on the modal's host", async () => {
    expect((await app(`${modalOrigin}/vault`)).status).toBe(404)
  })

  test("redirects the wallet's bare host name to /vault, without the query", async () => {
    for (const path of ['/', '/?theme=dark', '/?next=//evil.example']) {
      const response = await app(`${walletOrigin}${path}`, { headers: { Referer: 'https://evil.example/' } })
      expect([path, response.status, response.headers.get('Location')]).toEqual([path, 302, '/vault'])
      expect([ancestorsOf(response), await response.text()]).toEqual(["'none'", ''])
    }
  })

  test("redirects the wallet's bare host name only on a server with one project, and never the modal's host", async () => {
    const several = await makeTestApp(['one', 'two'].map((id) => ({ id, name: id, allowedOrigins: [shopOrigin] })))
    expect([(await several(`${walletOrigin}/`)).status, (await app(`${modalOrigin}/`)).status]).toEqual([404, 404])
  })

  test('on a server with several projects, serves /vault only with a project id', async () => {
    const projects = ['one', 'two'].map((id) => ({ id, name: id, allowedOrigins: [shopOrigin] }))
    const several = await makeTestApp(projects)
    const statusOf = async (path: string) => (await several(`${walletOrigin}${path}`)).status
    expect([await statusOf('/vault'), await statusOf('/vault/two')]).toEqual([404, 200])
  })
})
