import { protocolVersion } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import type { Handover, HandoverElement, HandshakeResult, HandshakeWallet } from './handover.ts'

/**
 * The first inline script of the document, at most 2 KB. It runs before the first paint and shakes hands with the host
 * page. It adds the page's wallets and the recent ones to the prerendered list. It keeps the visitor's last press until
 * the views take over. A wallet that this script refuses, for example without an icon, appears later with the bridge's
 * list.
 */

type Recent = { id: string; name: string; supports_wc?: boolean; image_id?: string }
/** The kind of a row, as the index of its copy in the template. */
type Kind = 0 | 1
const installed = 0
const recent = 1

const rowLimit = 6
/**
 * Matches the wallet names that this script refuses: empty ones, and those of more than 40 characters. It also matches
 * names that `cleanText` could change, because React would then show a different name. Some emoji contain invisible
 * characters, so the script refuses those emoji too.
 */
const badName = /(^| )( |$)|.{41}|[^\S ]|\p{C}|\p{DI}|\p{M}/u
/** An rdns, which is the id of a page wallet here. The ids of all other rows have no dot. */
const goodId = /^\w{2,20}\.[\w.-]{1,99}$/
/** A data URL of at most 16 KiB. The core checks the type of the image. */
const goodIcon = /^data:image\/.{1,16370}$/s

const find = <Found extends Element>(selector: string) => document.querySelector<Found>(selector)
const fragment = new URLSearchParams(location.hash.slice(1))
const hostOrigin = location.ancestorOrigins?.[0]
/** The template with one row of each kind. Absent if the script can't add rows to this list. */
const template = find<HTMLTemplateElement>('[data-index]')
/** Rows that reserve the places of the page's wallets, so that no row moves when these arrive. */
const waiting: Element[] = []
const recentIds: string[] = []
/**
 * Empty text nodes that mark where rows go. The script inserts a row before the node of its position. Each recent wallet
 * has a node, and all other wallets share the last node.
 */
const places = [new Text()]

const rowOf = (id: string) => find(`[data-focus-key="wallet ${id}"]`)?.parentElement
/** The tag at the end of a row, such as "Installed". It is the last element of the row's button. */
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

if (template) {
  const list = find('ul') as Element
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
    // No recent wallets are stored, or the browser denies the storage.
  }
  while (waiting.length < Math.min(fragment.get('rows') as never, rowLimit)) {
    const row = createRow(installed)
    row.inert = true
    waiting.push(row)
    last.before(row)
  }
}

/** Adds the row of a page wallet. Refuses a wallet without a valid id, name and icon. */
const addWallet = (wallet: string[]): HandshakeWallet[] => {
  const [id, name, icon] = wallet as [string, string, string]
  // Refuses a second wallet with the same id. In the bridge's list it gets another id.
  if (!goodId.test(id) || rowOf(id) || badName.test(name) || !goodIcon.test(icon)) return []
  if (template) {
    // `data-ids` maps the rdns of each prerendered wallet to its id. The script removes the prerendered row of a wallet
    // that is installed, because it adds a row for the installed wallet.
    const offeredId: string = JSON.parse(template.dataset.ids as string)[id] ?? id
    const index = recentIds.findIndex((known) => known === id || known === offeredId)
    rowOf(offeredId)?.remove()
    const place = places.at(index) as Text
    place.before(createRow(index < 0 ? installed : recent, id, name, icon))
  }
  return [{ id, name, icon }]
}

/**
 * Shakes hands as `protocol/wire/handshake.ts` does. It reads `data` last, because reading deserialises the message.
 */
const shakeHands = (resolve: (connection: HandshakeResult) => void): void => {
  const nonce = fragment.get('n')
  // biome-ignore lint/suspicious/noGlobalAssign: shorter than `window.onmessage`
  onmessage = (event) => {
    if (event.source !== parent || event.origin !== hostOrigin) return
    const [port, other] = event.ports
    const { t, v, n, wallets } = Object(event.data)
    if (t !== 'connect' || v !== protocolVersion || n !== nonce || !port || other) return
    // biome-ignore lint/suspicious/noGlobalAssign: shorter than a property of `window`
    onmessage = null
    const added = wallets?.slice(0, rowLimit).flatMap(addWallet)
    ;[...waiting, ...places].map((node) => node.remove())
    resolve({ port, wallets: added })
  }
  parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')
}

/** The element on which the pointer went down. */
let pressStart: EventTarget | null

/** Handles a click or key before the views run: keeps the pressed button, or closes the modal. */
const take = (event: Event): void => {
  const target = event.target as HTMLElement
  const pressed = target.closest('button')
  const { key, isComposing } = event as KeyboardEvent
  // The end of a drag from the card to the backdrop is a click on the backdrop, but does not start there. A test id may
  // contain a wallet id, which the page chooses, but does not start with one.
  const isLeaving = key
    ? key === 'Escape' && !isComposing
    : (pressed || target === pressStart) && /^w3m.*(overlay|close)/.test((pressed ?? target).dataset.testid as string)
  const press = isLeaving ? null : pressed
  if (!isLeaving && (key || !pressed)) return
  // Without this, Esc would close the page's dialog, and a press would send the form.
  event.preventDefault()
  if (handover.press) handover.press.ariaBusy = null
  handover.press = press
  handover.pressedAt = event.timeStamp
  if (press) press.ariaBusy = 'true'
  else handover.leave?.()
}

const handover: Handover = { connected: new Promise(shakeHands) }
;(document.currentScript as HandoverElement).handover = handover
// biome-ignore lint/suspicious/noGlobalAssign: shorter than a property of `window`
onclick = onkeydown = take
// biome-ignore lint/suspicious/noGlobalAssign: shorter than a property of `window`
onpointerdown = ({ target }) => {
  pressStart = target
}
