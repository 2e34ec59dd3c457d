// @vitest-environment happy-dom
import type { Bootstrap, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../test/bootstrap.ts'
import { connectMessage, directory, image, runScript, shop } from '../../test/firstScript.ts'
import { directoryId } from '../core/api/wallets.ts'
import { walletRowsAtom } from '../core/connectors/walletRows.ts'
import { setHandshakeWalletsAtom } from '../core/state/connections.ts'
import { configureAtom } from '../core/state/options.ts'
import { setStorageAtom } from '../core/state/storage.ts'
import { createFirstViewStore } from '../shell/firstView.ts'

/** A wallet whose id is the hash of its rdns, as in the shipped directory. */
const alphaWithId = { ...(directory[0] as DirectoryWallet), id: await directoryId('example.alpha') }
const harbor = ['example.harbor', 'Harbor', image]
const kite = ['example.kite', 'Kite', image]

beforeEach(() => {
  localStorage.clear()
  document.body.replaceChildren()
})

/** A click on the backdrop by a pointer that went down on the element with this test id. */
const clickFrom = (testId: string): void => {
  fireEvent.pointerDown(screen.getByTestId(testId))
  fireEvent.click(screen.getByTestId('w3m-modal-overlay'))
}
const composedEsc = { key: 'Escape', isComposing: true }

const names = (): (string | null)[] =>
  screen.getAllByTestId(/^wallet-selector-/).map((row) => row.querySelector('[title]')?.textContent ?? null)
const tagOf = (name: string): string | undefined =>
  screen.getByTitle(name).closest('button')?.lastElementChild?.textContent ?? undefined

describe("the script's handshake with the host page", () => {
  test('says hello to the parent window with only version and nonce', async () => {
    const { posted } = await runScript()
    expect(posted.mock.calls).toEqual([[{ t: 'hello', v: [1], n: 'nonce' }, '*']])
  })

  test('takes the first port of the parent window and ignores a second message', async () => {
    const { receive } = await runScript()
    const connection = await receive(connectMessage([harbor]))
    expect(connection?.wallets).toEqual([{ id: 'example.harbor', name: 'Harbor', icon: image }])
    expect(await receive(connectMessage([kite]))).toBe(connection)
    expect(names()).not.toContain('Kite')
  })

  test('in a browser that lists no ancestors, reports the origin of the parent window that answered', async () => {
    const { receive } = await runScript('#n=nonce', {}, {})
    expect(await receive(connectMessage([harbor]), { source: {} })).toBeUndefined()
    expect(await receive(connectMessage([harbor]), { origin: 'https://other.example' })).toMatchObject({
      origin: 'https://other.example',
      wallets: [{ id: 'example.harbor' }],
    })
  })

  test.each<[string, unknown, { source?: unknown; origin?: string; ports?: number }]>([
    ['another window', connectMessage([harbor]), { source: {} }],
    ['another origin', connectMessage([harbor]), { origin: 'https://evil.example' }],
    ['an origin that only starts like the page’s', connectMessage([harbor]), { origin: `${shop}.evil.example` }],
    ['no port', connectMessage([harbor]), { ports: 0 }],
    ['two ports', connectMessage([harbor]), { ports: 2 }],
    ['another nonce', { ...connectMessage([harbor]), n: 'other' }, {}],
    ['no nonce', { ...connectMessage([harbor]), n: undefined }, {}],
    ['another version', { ...connectMessage([harbor]), v: 2 }, {}],
    ['another message', { ...connectMessage([harbor]), t: 'hello' }, {}],
    ['nothing', null, {}],
  ])('ignores a handshake message with %s', async (_, message, from) => {
    const { receive } = await runScript()
    const before = names()
    expect(await receive(message, from)).toBeUndefined()
    expect(names()).toEqual(before)
  })

  test('does not read the data of a message from another origin', async () => {
    const { receive } = await runScript()
    const trap = Object.defineProperty({}, 't', {
      get: () => {
        throw new Error('the data was read')
      },
    })
    expect(await receive(trap, { origin: 'https://evil.example' })).toBeUndefined()
  })

  test('completes the handshake with a loader that sends no list of wallets', async () => {
    const { receive } = await runScript()
    const before = names()
    expect((await receive(connectMessage()))?.wallets).toBeUndefined()
    expect(names()).toEqual(before)
  })
})

describe("the script's wallet rows", () => {
  test("the page's wallets take the reserved rows without moving another row", async () => {
    const { receive } = await runScript('#n=nonce&rows=2')
    const rows = document.querySelectorAll('li')
    await receive(connectMessage([harbor, kite]))
    expect(document.querySelectorAll('li').length).toBe(rows.length)
    expect(names()).toEqual(['WalletConnect', 'Harbor', 'Kite', 'Alpha', 'Beta'])
    expect(tagOf('Harbor')).toBe('Installed')
  })

  test.each(['99', '-1', 'x', ''])('the list reserves at most six rows, here for the count %j', async (count) => {
    await runScript(`#n=nonce&rows=${count}`)
    expect(document.querySelectorAll('li[inert]').length).toBe(count === '99' ? 6 : 0)
  })

  test.each<[string, string, string[]]>([
    ['a wallet that the document lacks', 'c3', ['WalletConnect', '', 'Alpha', 'Beta']],
    ['a wallet that the document has', 'b2', ['WalletConnect', 'Beta', 'Alpha']],
    ['a wallet by its id in another directory', 'far', ['WalletConnect', 'Beta', 'Alpha']],
    ['three wallets in their order', 'c3,b2 d4', ['WalletConnect', '', 'Beta', '', 'Alpha']],
    ['one wallet twice', 'c3,c3', ['WalletConnect', '', 'Alpha', 'Beta']],
    ['more than six wallets', '1,2,3,4,5,6,7', ['WalletConnect', '', '', '', '', '', '', 'Alpha', 'Beta']],
    ['no wallet', '', ['WalletConnect', 'Alpha', 'Beta']],
    ['markup', '"]<b>', ['WalletConnect', '', 'Alpha', 'Beta']],
  ])(
    'the first rows after those of the page are those of the wallets that it features: %s',
    async (_, ids, expected) => {
      const fragment = `#${new URLSearchParams({ n: 'nonce', rows: `1,${ids}` })}`
      const wallets = directory.map((wallet) => (wallet.id === 'b2' ? { ...wallet, other_id: 'far' } : wallet))
      const { receive } = await runScript(fragment, { wallets })
      await receive(connectMessage([harbor]))
      const [first, ...others] = expected
      expect(names()).toEqual([first, 'Harbor', ...others])
      expect(document.querySelectorAll('li[inert]')).toHaveLength(expected.filter((name) => name === '').length)
    },
  )

  test('a recent wallet that the page features keeps its place', async () => {
    localStorage.setItem(
      `@appkit/${shop}/recent_wallets`,
      JSON.stringify([{ id: 'b2', name: 'Beta', supports_wc: true }]),
    )
    const { receive } = await runScript('#n=nonce&rows=0,c3,b2')
    await receive(connectMessage([]))
    expect(names()).toEqual(['WalletConnect', 'Beta', '', 'Alpha'])
    expect(tagOf('Beta')).toBe('Recent')
  })

  test('the list shows at most six wallets of the page', async () => {
    const { receive } = await runScript('#n=nonce&rows=7')
    const wallets = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((name) => [
      `example.${name.toLowerCase()}`,
      name,
      image,
    ])
    const connection = await receive(connectMessage(wallets))
    const shown = ['One', 'Two', 'Three', 'Four', 'Five', 'Six']
    expect(names()).toEqual(['WalletConnect', ...shown, 'Alpha', 'Beta'])
    expect(connection?.wallets?.map(({ name }) => name)).toEqual(shown)
  })

  test('reserved rows that no wallet takes are removed', async () => {
    const { receive } = await runScript('#n=nonce&rows=3')
    await receive(connectMessage([harbor]))
    expect(document.querySelectorAll('li[inert]')).toHaveLength(0)
  })

  test('the list shows an installed wallet of the directory once', async () => {
    const { receive } = await runScript()
    await receive(connectMessage([['example.alpha', 'Alpha', image]]))
    expect(names()).toEqual(['WalletConnect', 'Alpha', 'Beta'])
    expect(tagOf('Alpha')).toBe('Installed')
  })

  test.each<[string, unknown]>([
    ['a name with a bidi mark', ['example.x', 'evil\u202ename', image]],
    ['a name with an invisible character', ['example.x', 'Meta\u200bMask', image]],
    ['a name of two lines', ['example.x', 'one\ntwo', image]],
    ['an empty name', ['example.x', '', image]],
    ['a name of spaces', ['example.x', '   ', image]],
    ['a name of 41 characters', ['example.x', 'x'.repeat(41), image]],
    ['a name that ends with a space', ['example.x', 'Name ', image]],
    ['a name with a separate accent', ['example.x', 'Cafe\u0301', image]],
    ['a name with two spaces', ['example.x', 'My  Name', image]],
    ['a name with a space of another kind', ['example.x', 'My\u3000Name', image]],
    ['an id that is no name', ['"><b>', 'Name', image]],
    ['an id that the core refuses', [`${'x'.repeat(300)}.x`, 'Name', image]],
    ['no rdns', ['undefined', 'Name', image]],
    ['the id of another row', ['walletConnect', 'Name', image]],
    ['the id of a wallet of the directory', ['a1', 'Name', image]],
    ['an image type of 10 KB', ['example.x', 'Name', `data:image/${'x'.repeat(10_000)},${'A'.repeat(10_000)}`]],
    ['no icon', ['example.x', 'Name', '']],
    ['an icon of another host', ['example.x', 'Name', 'https://evil.example/i.png']],
    ['a script as icon', ['example.x', 'Name', 'javascript:alert(1)']],
    ['a page as icon', ['example.x', 'Name', 'data:text/html,x']],
    ['an icon above 16 KiB', ['example.x', 'Name', `data:image/png;base64,${'A'.repeat(16_384)}`]],
    ['nothing', []],
  ])('the list leaves out a wallet with %s, and shows the next one', async (_, wallet) => {
    const { receive } = await runScript('#n=nonce&rows=2')
    const connection = await receive(connectMessage([wallet, harbor]))
    expect(connection?.wallets?.map(({ name }) => name)).toEqual(['Harbor'])
    expect(names()).toEqual(['WalletConnect', 'Harbor', 'Alpha', 'Beta'])
  })

  test('the list shows two wallets with one id once', async () => {
    const { receive } = await runScript('#n=nonce&rows=2')
    const connection = await receive(connectMessage([harbor, ['example.harbor', 'Other', image]]))
    expect([connection?.wallets?.length, names()]).toEqual([1, ['WalletConnect', 'Harbor', 'Alpha', 'Beta']])
  })

  test('the list keeps its order if the first wallet of the directory is installed', async () => {
    const { receive } = await runScript('#n=nonce&rows=2')
    const connection = await receive(connectMessage([['example.alpha', 'Alpha', image], harbor]))
    expect(connection?.wallets).toHaveLength(2)
    expect(names()).toEqual(['WalletConnect', 'Alpha', 'Harbor', 'Beta'])
  })

  test('the script leaves no empty text nodes in the list', async () => {
    localStorage.setItem(`@appkit/${shop}/recent_wallets`, JSON.stringify([{ id: 'example.kite', name: 'Kite' }]))
    const { receive } = await runScript()
    await receive(connectMessage())
    expect([...screen.getByTestId('wallet-list').childNodes].filter(({ nodeName }) => nodeName !== 'LI')).toEqual([])
  })

  test("the list shows markup in a wallet's name as text", async () => {
    const { receive } = await runScript()
    await receive(connectMessage([['example.x', '<img src=x>', image]]))
    expect(names()[1]).toBe('<img src=x>')
  })

  test.each<[string, Partial<Bootstrap>, object[], string[][], string?]>([
    ['nothing recent', {}, [], [harbor, kite]],
    ['featured wallets', {}, [], [harbor], 'c3,b2'],
    ['featured wallets and a recent one', {}, [{ id: 'b2', name: 'Beta', supports_wc: true }], [harbor], 'c3,b2,d4'],
    ['a recent wallet of the directory', {}, [{ id: 'b2', name: 'Beta', supports_wc: true }], [harbor]],
    [
      'the first wallet of the directory',
      {},
      [{ id: 'a1', name: 'Alpha', supports_wc: true, image_id: 'a1' }],
      [harbor],
    ],
    [
      'a recent wallet that the document lacks',
      {},
      [{ id: 'c3', name: 'Gamma', supports_wc: true, image_id: 'c3' }],
      [],
    ],
    ['a recent wallet that needs the relay again', {}, [{ id: 'c3', name: 'Gamma' }], [harbor]],
    ['a recent wallet of the page', {}, [{ id: 'example.kite', name: 'Kite' }], [harbor, kite]],
    [
      'two recent wallets of the page, the newer first',
      {},
      [
        { id: 'example.kite', name: 'Kite' },
        { id: 'example.harbor', name: 'Harbor' },
      ],
      [harbor, kite],
    ],
    [
      'a recent wallet of the page, and one of the directory before it',
      {},
      [
        { id: 'example.kite', name: 'Kite' },
        { id: 'b2', name: 'Beta', supports_wc: true },
      ],
      [harbor, kite],
    ],
    [
      'a wallet that connected from a phone, and is installed now',
      { wallets: [alphaWithId] },
      [{ id: alphaWithId.id, name: 'Alpha', supports_wc: true }],
      [harbor, ['example.alpha', 'Alpha', image]],
    ],
    [
      'a project without a relay',
      { walletConnect: undefined as never },
      [{ id: 'b2', name: 'Beta', supports_wc: true }],
      [harbor],
    ],
    [
      'wallets of the page first',
      { options: { ...sampleBootstrap.options, connectorTypeOrder: ['recent', 'injected', 'recommended'] } },
      [{ id: 'b2', name: 'Beta', supports_wc: true }],
      [harbor],
    ],
  ])('the rows are those that React would render, with %s', async (_, data, recents, wallets, featured = '') => {
    localStorage.setItem(`@appkit/${shop}/recent_wallets`, JSON.stringify(recents))
    const { receive, facts } = await runScript(`#n=nonce&rows=${wallets.length},${featured}`, data)
    const connection = await receive(connectMessage(wallets))
    const store = await createFirstViewStore(facts)
    store.set(setStorageAtom, localStorage, shop)
    if (featured) store.set(configureAtom, { featuredWalletIds: featured.split(',') })
    const list = connection?.wallets ?? []
    await store.set(
      setHandshakeWalletsAtom,
      list.map(({ id, name }) => ({ id, name, rdns: id })),
      {},
    )
    expect(names()).toEqual(store.get(walletRowsAtom).map(({ name }) => name))
    for (const { name, tag } of store.get(walletRowsAtom)) if (tag === 'recent') expect(tagOf(name)).toBe('Recent')
  })

  test('the list ignores malformed recent wallets in the storage', async () => {
    localStorage.setItem(`@appkit/${shop}/recent_wallets`, '[null, {"id": "\\"]", "name": 5, "supports_wc": true}]')
    const { receive } = await runScript()
    await receive(connectMessage([harbor]))
    expect(names()).toEqual(['WalletConnect', 'Harbor', 'Alpha', 'Beta'])
  })
})

describe('a press before the views load', () => {
  test('the script keeps only the last press from before the views load', async () => {
    const { handover } = await runScript()
    const [first, second] = [screen.getByTestId('wallet-selector-a1'), screen.getByTestId('wallet-selector-b2')]
    fireEvent.click(first)
    expect(first.ariaBusy).toBe('true')
    fireEvent.click(second.querySelector('span') as Element)
    expect([handover.press === second, first.ariaBusy, second.ariaBusy]).toEqual([true, null, 'true'])
  })

  test.each<[string, () => unknown]>([
    ['X', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }).firstElementChild as Element)],
    ['the backdrop', () => clickFrom('w3m-modal-overlay')],
    ['Esc', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
  ])('%s closes the modal before the views run, even if the core loads later', async (_, press) => {
    const { handover } = await runScript()
    press()
    // The core, which loads later, reads that the visitor left.
    expect(handover.press).toBeNull()
    const leave = vi.fn()
    handover.leave = leave
    press()
    expect(leave).toHaveBeenCalledOnce()
    fireEvent.click(screen.getByTestId('w3m-modal-card'))
    expect(leave).toHaveBeenCalledOnce()
  })

  test.each<[string, () => unknown]>([
    ['a drag from the card to the backdrop', () => clickFrom('w3m-modal-card')],
    ['an Esc that ends the composition of a character', () => fireEvent.keyDown(document.body, composedEsc)],
  ])('%s does not close the modal', async (_, press) => {
    const { handover } = await runScript()
    press()
    expect(handover.press).toBeUndefined()
  })

  test('a press on a wallet whose id looks like the close button does not close the modal', async () => {
    const { handover, receive } = await runScript()
    await receive(connectMessage([['com.overlay.close', 'Close', image]]))
    fireEvent.click(screen.getByTestId('wallet-selector-com.overlay.close'))
    expect(handover.press?.dataset.testid).toBe('wallet-selector-com.overlay.close')
  })

  test('the script keeps the time of the last press', async () => {
    const { handover } = await runScript()
    const row = screen.getByTestId('wallet-selector-a1')
    const times: (number | undefined)[] = []
    row.addEventListener('click', ({ timeStamp }) => times.push(timeStamp))
    fireEvent.click(row)
    await new Promise((resolve) => setTimeout(resolve, 5))
    fireEvent.click(row)
    expect(handover.pressedAt).toBe(times[1])
    expect(times[1]).not.toBe(times[0])
  })

  test('the script forgets a press from before the views load when the visitor closes the modal', async () => {
    const { handover } = await runScript()
    const row = screen.getByTestId('wallet-selector-a1')
    fireEvent.click(row)
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect([handover.press, row.ariaBusy]).toEqual([null, null])
  })
})
