import { protocolVersion } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import type { Connection, FirstWallet, Handover, HandoverElement } from './handover.ts'

/**
 * The inline script of the document, at most 2 KB. It runs before the first paint and shakes hands with the host page. It
 * adds the page's wallets and the recent ones to the prerendered list. It keeps what the visitor presses until the views
 * take over. A wallet that it refuses or that has no icon appears later, with the bridge's list.
 */

type Recent = { id: string; name: string; supports_wc?: boolean; image_id?: string }
/** The index of the template's row. */
type Kind = 0 | 1
const installed = 0
const recent = 1

const rowLimit = 6
/**
 * No name, more than 40 characters, or a name that `cleanText` could change. React would show another name then. Some
 * emoji contain invisible characters.
 */
const badName = /(^| )( |$)|.{41}|[^\S ]|\p{C}|\p{DI}|\p{M}/u
/** A reverse domain name. The ids of all other rows have no dot. */
const goodId = /^\w{2,20}\.[\w.-]{1,99}$/
/** At most 16 KiB. The core checks the type. */
const goodIcon = /^data:image\/.{1,16370}$/s

const fragment = new URLSearchParams(location.hash.slice(1))
const hostOrigin = location.ancestorOrigins?.[0]
/** Holds a row of each kind. Absent if the list takes no such rows. */
const template = document.querySelector('template')
/** Rows that keep places for the page's wallets, so that nothing moves. */
const waiting: Element[] = []
const recentIds: string[] = []
/** Empty texts in the list. Each recent wallet has one, and all other wallets share the last. Rows go before them. */
const places = [new Text()]

const rowOf = (id: string) => document.querySelector(`[data-focus-key="wallet ${id}"]`)?.parentElement
/** The tag is the last part of a row. */
const tagOf = (row: Element) => (row.firstElementChild as Element).lastElementChild as Element
const createRow = (kind: Kind, id = '', name = '-', icon = ''): HTMLElement => {
  const row = ((template as HTMLTemplateElement).content.children[kind] as HTMLElement).cloneNode(true) as HTMLElement
  const label = row.querySelector('[title]') as HTMLElement
  const { dataset } = row.firstElementChild as HTMLElement
  dataset.testid += id
  dataset.focusKey += id
  label.title = label.textContent = name
  ;(row.querySelector('img') as HTMLImageElement).src = icon
  return row
}

// The page wants another view, and the views render it.
document.body.hidden = fragment.get('view') as never
if (template) {
  const list = document.querySelector('ul') as Element
  const [last] = places as [Text]
  list.insertBefore(last, list.children[template.dataset.index as never] as Element)
  try {
    const stored: Recent[] = JSON.parse(localStorage[`@appkit/${hostOrigin}/recent_wallets`])
    for (const { id, name, supports_wc, image_id } of stored) {
      const place = new Text()
      recentIds.push(id)
      last.before(place)
      places.splice(-1, 0, place)
      const offered = rowOf(id)
      if (supports_wc && rowOf('walletConnect') && (offered || image_id)) {
        const row = createRow(recent, id, name, `/getWalletImage/${image_id}`)
        if (offered) tagOf(offered).replaceWith(tagOf(row))
        place.before(offered ?? row)
      }
    }
  } catch {
    // Nothing is stored, or the browser denies the storage.
  }
  while (waiting.length < Math.min(fragment.get('rows') as never, rowLimit)) {
    const row = createRow(installed)
    row.inert = true
    waiting.push(row)
    last.before(row)
  }
}

/** Adds the row of a wallet. Refuses a wallet without a valid id, name and icon. */
const addWallet = (wallet: string[]): FirstWallet[] => {
  const [id, name, icon] = wallet as [string, string, string]
  // The bridge's list gives a second wallet of one id another id.
  if (!goodId.test(id) || rowOf(id) || badName.test(name) || !goodIcon.test(icon)) return []
  if (template) {
    // The server wrote the ids of the offered wallets by their rdns. An installed wallet needs no second row.
    const offeredId: string = JSON.parse(template.dataset.ids as string)[id] ?? id
    const index = recentIds.findIndex((known) => known === id || known === offeredId)
    rowOf(offeredId)?.remove()
    const place = places.at(index) as Text
    place.before(createRow(index < 0 ? installed : recent, id, name, icon))
  }
  return [{ id, name, icon }]
}

/** The frame's part of `protocol/wire/handshake.ts`. It reads `data` last, because reading deserialises it. */
const shakeHands = (resolve: (connection: Connection) => void): void => {
  const nonce = fragment.get('n')
  // biome-ignore lint/suspicious/noGlobalAssign: shorter than `window.onmessage`
  onmessage = (event) => {
    if (event.source !== parent || event.origin !== hostOrigin) return
    const [port, other] = event.ports
    const { t, v, n, wallets } = Object(event.data)
    if (t !== 'connect' || v !== protocolVersion || n !== nonce || !port || other) return
    // biome-ignore lint/suspicious/noGlobalAssign: see above
    onmessage = null
    const added = wallets?.slice(0, rowLimit).flatMap(addWallet)
    ;[...waiting, ...places].map((node) => node.remove())
    resolve({ port, wallets: added })
  }
  parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')
}

/** Keeps a press, or closes the modal. */
const take = (event: Event): void => {
  const target = event.target as HTMLElement
  const pressed = target.closest('button')
  const { key } = event as KeyboardEvent
  // Wallet ids, which the page chooses, are in test ids too, but not at their start.
  const isLeaving = key ? key === 'Escape' : /^w3m.*(overlay|close)/.test((pressed ?? target).dataset.testid as string)
  if (!isLeaving && (key || !pressed)) return
  // Otherwise a browser closes the page's dialog on Esc, and sends a form.
  event.preventDefault()
  if (handover.press) handover.press.ariaBusy = null
  handover.press = isLeaving ? null : pressed
  if (handover.press) handover.press.ariaBusy = 'true'
  else handover.leave()
}

const handover: Handover = {
  connected: new Promise(shakeHands),
  leave() {
    handover.hasLeft = true
  },
}
;(document.currentScript as HandoverElement).handover = handover
// biome-ignore lint/suspicious/noGlobalAssign: see above
onclick = onkeydown = take
