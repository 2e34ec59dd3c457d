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
const recentLimit = 2
/** At most 40 visible characters on one line. Emoji are refused too, since they may hold invisible characters. */
const shortName = /^(?! )((?![\p{C}\p{DI}]).){1,40}$/u
const shortId = /^[\w.-]{1,128}$/
/** At most 16 KiB. */
const smallImage = /^data:image\/.{1,16370}$/s

const fragment = new URLSearchParams(location.hash.slice(1))
const hostOrigin = location.ancestorOrigins?.[0]
/** Holds a row of each kind. Absent if the list takes no such rows. */
const template = document.querySelector('template')
const list = document.querySelector('ul') as Element
/** Rows that wait for their wallets. They keep the places, so that nothing moves. */
const waiting: Element[] = []
let recentIds: string[] = []
/** The row that follows the recent and the installed ones. */
let follower = template && list.children[template.dataset.index as never]

const rowOf = (id: string) => list.querySelector(`[data-focus-key="wallet ${id}"]`)?.parentElement
const createRow = (kind: Kind, id = '', name = '\xa0', icon = ''): HTMLElement => {
  const row = ((template as HTMLTemplateElement).content.children[kind] as HTMLElement).cloneNode(true) as HTMLElement
  const label = row.querySelector('[title]') as HTMLElement
  const { dataset } = row.firstElementChild as HTMLElement
  dataset.testid += id
  dataset.focusKey += id
  label.title = label.textContent = name
  ;(row.querySelector('img') as HTMLImageElement).src = icon
  return row
}
const add = (row: Element): unknown => list.insertBefore(row, follower || null)

// The page wants another view, and the views render it.
if (fragment.get('view')) document.body.hidden = true
if (template) {
  try {
    const stored: Recent[] = JSON.parse(localStorage[`@appkit/${hostOrigin}/recent_wallets`]).slice(0, recentLimit)
    recentIds = stored.map(({ id }) => id)
    for (const { id, name, supports_wc, image_id } of stored) {
      if (!supports_wc || !rowOf('walletConnect')) continue
      const row = createRow(recent, id, name, `/getWalletImage/${image_id}`)
      const offered = rowOf(id)
      if (offered === follower) follower = offered?.nextElementSibling as Element
      // The tag is the last part of a row.
      offered?.firstElementChild?.lastElementChild?.replaceWith(
        (row.firstElementChild as Element).lastElementChild as Element,
      )
      add(offered ?? row)
    }
  } catch {
    // Nothing is stored, or the browser denies the storage.
  }
  while (waiting.length < Math.min(fragment.get('rows') as never, rowLimit)) {
    const row = createRow(installed)
    row.inert = true
    waiting.push(row)
    add(row)
  }
}

const rank = ([id]: string[]): number => recentIds.indexOf(id as string) >>> 0
/** Adds the wallets, recent ones first, and returns those with a valid name and icon. */
const addWallets = (wallets: string[][]): FirstWallet[] => {
  const added = wallets
    .slice(0, rowLimit)
    .sort((one, other) => rank(one) - rank(other))
    .flatMap((wallet) => {
      const [id, name, icon] = wallet as [string, string, string]
      if (!shortId.test(id) || !shortName.test(name) || !smallImage.test(icon)) return []
      if (template) {
        waiting.pop()?.remove()
        add(createRow(recentIds.includes(id) ? recent : installed, id, name, icon))
        // An installed wallet needs no second row. The server wrote the ids of the offered wallets by their rdns.
        rowOf(JSON.parse(template.dataset.ids as string)[id])?.remove()
      }
      return { id, name, icon }
    })
  for (const row of waiting) row.remove()
  return added
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
    resolve({ port, wallets: wallets && addWallets(wallets) })
  }
  parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')
}

/** Keeps a press, or closes the modal. */
const take = (event: Event): void => {
  const target = event.target as HTMLElement
  const pressed = target.closest('button')
  const { press, leave } = handover
  const { key } = event as KeyboardEvent
  if (key ? key === 'Escape' : /overlay|close/.test(`${(pressed ?? target).dataset.testid}`)) {
    leave()
  } else if (pressed && !key) {
    if (press) press[0].ariaBusy = null
    handover.press = [pressed, event.timeStamp]
    pressed.ariaBusy = 'true'
  } else return
  // Otherwise a browser closes the page's dialog on Esc, and sends a form.
  event.preventDefault()
}

const handover: Handover = {
  connected: new Promise(shakeHands),
  leave: () => {
    handover.hasLeft = true
  },
}
;(document.currentScript as HandoverElement).handover = handover
// biome-ignore lint/suspicious/noGlobalAssign: see above
onclick = onkeydown = take
