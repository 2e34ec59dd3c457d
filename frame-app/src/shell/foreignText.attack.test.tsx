// @vitest-environment happy-dom
import type { HostNetwork } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { toWalletError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { allElements, findHidden, findMarkup, hostileTexts } from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { harborWallet, openModal } from '../../test/modal.ts'
import { sampleAccountOn, waitForMessages } from '../../test/page.ts'
import { mockServer } from '../../test/server.ts'
import { waitingRequest } from '../../test/waitingRequest.ts'
import { readSession } from '../core/connectors/walletConnect/readSession.ts'
import { setRemoteWalletAtom } from '../core/state/remoteWallet.ts'
import { setWaitingRequestAtom } from '../core/state/waitingRequest.ts'

type Modal = Awaited<ReturnType<typeof openModal>>
/** A place of the modal that shows text of the page, a wallet or a node. */
type Sink = {
  name: string
  /** How many texts the place shows at once. */
  atOnce: number
  start(): Promise<Modal>
  /** Gives the texts to the modal. Refused texts reject or are left out. */
  give(modal: Modal, texts: readonly string[]): Promise<unknown>
  /** The place shows images, which therefore are no foreign markup. */
  hasImages?: true
}

const openConnect = async (methods: Parameters<typeof openModal>[0] = {}) => {
  const modal = await openModal(methods)
  await modal.open({})
  return modal
}
const openConnected = async (connectorId?: string) => {
  mockServer.use(
    http.get('*/native-balance', () => HttpResponse.json({ balance: '1' })),
    http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' })),
  )
  const modal = await openModal()
  await modal.call('account', ['eip155', sampleAccountOn(1, connectorId)])
  return modal
}
const sessionOf = (name: string) =>
  readSession({ topic: '', namespaces: {}, peer: { metadata: { name } } } as unknown as Parameters<
    typeof readSession
  >[0])
const networkOf = (text: string, chainId: number): HostNetwork => ({
  caipNetworkId: `eip155:${chainId}`,
  name: text,
  nativeCurrency: { name: text, symbol: text, decimals: 18 },
  rpcUrls: ['https://node.example'],
  blockExplorer: { name: text, url: 'https://explorer.example' },
})
let walletError = ''

const sinks: Sink[] = [
  {
    name: 'the name of a wallet that the page announces',
    // The frame lists at most this many wallets of a page.
    atOnce: 30,
    start: openConnect,
    give: ({ call }, texts) => call('wallets', [texts.map((name, index) => ({ id: `io.example.w${index}`, name }))]),
  },
  {
    name: 'the name of a wallet in the page’s options',
    atOnce: 30,
    start: openConnect,
    give: ({ call }, texts) =>
      call('configure', [{ customWallets: texts.map((name, index) => ({ id: `custom${index}`, name })) }]),
  },
  {
    name: 'an image in the page’s options',
    atOnce: 30,
    start: openConnect,
    hasImages: true,
    give: async ({ call }, texts) => {
      const ids = texts.map((_, index) => `io.example.w${index}`)
      await call('wallets', [ids.map((id) => ({ id, name: id }))])
      const image = (index: number) => (index % 2 ? 'data:image/' : '') + texts[index]
      await call('configure', [{ connectorImages: Object.fromEntries(ids.map((id, index) => [id, image(index)])) }])
      for (const [index, id] of ids.entries())
        if (index % 5 === 0) await call('walletIcon', [id, image(index)]).catch(() => undefined)
    },
  },
  {
    name: 'the name of a network that the page adds',
    atOnce: 20,
    start: async () => {
      const modal = await openConnected()
      await modal.open({ view: 'Networks' })
      return modal
    },
    give: async ({ call }, texts) => {
      for (const index of texts.keys()) await call('removeNetwork', [`eip155:${5_000 + index}`]).catch(() => undefined)
      for (const [index, text] of texts.entries())
        await call('addNetwork', [networkOf(text, 5_000 + index)]).catch(() => undefined)
    },
  },
  {
    name: 'the currency of a network that the page adds',
    atOnce: 1,
    start: async () => {
      const modal = await openConnected()
      await modal.open({ view: 'Account' })
      return modal
    },
    give: async ({ call }, [text = '']) => {
      await call('account', ['eip155', sampleAccountOn(1)])
      await call('removeNetwork', ['eip155:5000']).catch(() => undefined)
      await call('addNetwork', [networkOf(text, 5_000)]).catch(() => undefined)
      await call('account', ['eip155', sampleAccountOn(5_000)])
    },
  },
  {
    name: 'a message that the page shows',
    atOnce: 1,
    start: openConnect,
    give: async ({ call }, [text = '']) => {
      await call('showErrorMessage', [text]).catch(() => undefined)
      await call('showSuccessMessage', [text]).catch(() => undefined)
    },
  },
  {
    name: 'the error of a wallet',
    atOnce: 1,
    start: async () => {
      const modal = await openModal({
        connect: () => {
          throw toWalletError({ code: -32_000, message: walletError })
        },
      })
      await modal.call('wallets', [[harborWallet]])
      await modal.open({})
      return modal
    },
    give: async ({ calm }, [text = '']) => {
      walletError = text
      fireEvent.click(
        screen.queryByRole('button', { name: /Harbor/ }) ?? screen.getByRole('button', { name: /again/i }),
      )
      await calm()
    },
  },
  {
    name: 'the name of a wallet on another device',
    atOnce: 1,
    start: async () => {
      const modal = await openConnected('walletConnect')
      await modal.open({ view: 'ProfileWallets' })
      return modal
    },
    give: async ({ store }, [text = '']) => {
      const { wallet } = sessionOf(text)
      store.set(setRemoteWalletAtom, { name: wallet.name, networks: ['eip155:1'], addsNetworksOf: [] })
    },
  },
  {
    name: 'the name of a wallet on this phone that a request waits for',
    atOnce: 1,
    start: async () => {
      const modal = await openConnected('walletConnect')
      modal.store.set(setWaitingRequestAtom, waitingRequest({ link: 'kite://wc' }))
      await modal.open({})
      return modal
    },
    give: async ({ store }, [text = '']) =>
      store.set(setWaitingRequestAtom, waitingRequest({ walletName: sessionOf(text).wallet.name, link: 'kite://wc' })),
  },
]

/** Elements and texts of the modal that a text may not cause. */
const findFaults = (root: HTMLElement, hasImages = false): string[] => {
  const markup = findMarkup(root).filter((name) => !(hasImages && name === 'img'))
  const attributes = allElements(root).flatMap((element) => [...element.attributes].map(({ value }) => value))
  const images = [...root.querySelectorAll('img')].map(({ src }) => src)
  const remote = images.filter((src) => !src.startsWith('data:image/') && new URL(src).origin !== location.origin)
  const hidden = findHidden([root.textContent ?? '', ...(hasImages ? [] : attributes)].join('\n'))
  return [...markup, ...remote, ...hidden.map((each) => `U+${each.codePointAt(0)?.toString(16)}`)]
}

/** The longest word of a text, by which a test finds the text again. */
const wordOf = (text: string): string =>
  (text.match(/[a-z.]{3,}/g) ?? []).reduce((longest, word) => (word.length > longest.length ? word : longest), '\0')

test.for(sinks)(
  '$name is shown as text only, and without hidden characters',
  { timeout: attackTimeoutMs() },
  async ({ name, atOnce, start, give, hasImages }, { task }) => {
    // The modal explains each refused option to the site's developer.
    vi.spyOn(console, 'error').mockReturnValue()
    const modal = await start()
    const faults: string[] = []
    let shown = 0
    const all = attackSize(atOnce === 1 ? 20 : 60, 5_400)
    const texts = hostileTexts(all, attackSeed)
    for (let at = 0; at < texts.length; at += atOnce) {
      const some = texts.slice(at, at + atOnce).map(({ text }) => text)
      await give(modal, some)
      await act(() => waitForMessages(10))
      const content = document.body.textContent ?? ''
      const images = document.querySelectorAll('img').length
      shown += hasImages ? images : some.filter((text) => content.includes(wordOf(text))).length
      const found = findFaults(document.body, hasImages)
      if (found.length > 0) faults.push(`${JSON.stringify(some)}: ${found.join(' ')}`)
    }
    expect(faults.slice(0, 20)).toEqual([])
    expect(shown).toBeGreaterThan(0)
    reportAttack(task, 'G5', all, 'foreign texts in the modal', `${shown} times ${name}`)
  },
)
