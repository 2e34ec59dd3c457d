import { protocolVersion } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { readRows, rowLimit } from '../core/domain/reservedRows.ts'
import type { Handover, HandoverElement, HandshakeResult, HandshakeWallet } from './handover.ts'

/**
 * The first inline script of the document, at most 2 KB. It runs before the first paint and shakes hands with the host
 * page. It adds the page's wallets and the recent ones to the prerendered list, and reserves rows for wallets that the
 * page features. It keeps the visitor's last press until the views take over. A wallet that this script refuses, for
 * example without an icon, appears later with the bridge's list.
 */

type Recent = { id: string; name: string; supports_wc?: boolean; image_id?: string }
/** The kind of a row, as the index of its copy in the template. */
type Kind = 0 | 1
const installed = 0
const recent = 1

const find = <Found extends Element>(selector: string, parent: ParentNode = document) =>
  parent.querySelector<Found>(selector)
// `location.hash` starts with `#`, which `URLSearchParams` takes for a part of the first name. So the nonce, which comes
// first in the fragment, has the name `#n`.
const fragment = new URLSearchParams(location.hash)
/**
 * The origin of the host page. Undefined in Firefox before 148, which does not tell a frame its ancestors. There this
 * script accepts the handshake from any origin, and the core checks this origin later.
 */
const hostOrigin = location.ancestorOrigins?.[0]
/** The template with one row of each kind. Absent if the script can't add rows to this list. */
const template = find<HTMLTemplateElement>('[data-index]')
/** Rows that reserve the places of the page's wallets, so that no row moves when these arrive. */
const waiting: Element[] = []
/**
 * Empty text nodes that mark where rows go. The script inserts a row before the node of its position. Each recent
 * wallet has a node, under its id, and all other wallets share the last node.
 */
const recentPlaces: { [id: string]: Text } = {}
const last = new Text()

const rowOf = (id: string) => find(`li:has([data-focus-key="wallet ${id}"])`)
/** The tag at the end of a row, such as "Installed". It is the last element of the row's button. */
const tagOf = (row: Element) => (row.firstElementChild as Element).lastElementChild as Element
/** Without a name the row only keeps a place, which the views fill. */
const createRow = (id = '', kind: Kind = installed, name = '', icon = 'data:,'): HTMLElement => {
  const row = ((template as HTMLTemplateElement).content.children[kind] as HTMLElement).cloneNode(true) as HTMLElement
  const label = find('[title]', row) as HTMLElement
  const { dataset } = row.firstElementChild as HTMLElement
  row.inert = !name
  dataset.testid += id
  dataset.focusKey += id
  label.title = label.textContent = name
  ;(find('img', row) as HTMLImageElement).src = icon
  return row
}
/** `data-ids` maps the other ids of each prerendered wallet to its id: its rdns, and its id in another directory. */
const offeredIdOf = (id: string): string =>
  JSON.parse((template as HTMLTemplateElement).dataset.ids as string)[id] ?? id

if (template) {
  const list = find('ul') as Element
  list.insertBefore(last, list.children[template.dataset.index as never] as Element)
  try {
    for (const { id, name, supports_wc, image_id } of JSON.parse(
      localStorage[`@appkit/${hostOrigin}/recent_wallets`],
    ) as Recent[]) {
      recentPlaces[id] = new Text()
      last.before(recentPlaces[id])
      const offered = rowOf(id)
      if (supports_wc && rowOf('walletConnect') && (offered || image_id)) {
        const row = createRow(id, recent, name, `/getWalletImage/${image_id}`)
        if (offered) tagOf(offered).replaceWith(tagOf(row))
        recentPlaces[id].before(offered ?? row)
      }
    }
  } catch {
    // No recent wallets are stored, or the browser denies the storage.
  }
  let [count, ...featured] = readRows(fragment.get('rows')) as [never, ...string[]]
  // Each row becomes the first one, so the last wallet comes first.
  featured.reverse().map((id) => recentPlaces[id] || last.after(rowOf(offeredIdOf(id)) ?? createRow(id)))
  while (0 < count-- && !waiting[rowLimit - 1]) {
    waiting.unshift(createRow())
    last.before(waiting[0] as Element)
  }
}

/**
 * Adds the row of a page wallet. Refuses a wallet without a valid id, name and icon. An rdns is a valid id, and the ids
 * of all other rows have no dot. An icon is a data URL of at most 16 KiB, and the core checks the type of its image.
 *
 * A name is refused if it is empty, has more than 40 characters, or if `cleanText` could change it, because React would
 * then show a different name. Some emoji contain invisible characters, so these names are refused too.
 */
const addWallet = ([id, name, icon]: [id: string, name: string, icon: string]): HandshakeWallet[] => {
  // Refuses a second wallet with the same id. In the bridge's list it gets another id.
  if (
    !/^\w{2,20}\.[\w.-]{1,99}$/.test(id) ||
    rowOf(id) ||
    /(^| )( |$)|.{41}|[^\S ]|\p{C}|\p{DI}|\p{M}/u.test(name) ||
    !/^data:image\/.{1,16370}$/s.test(icon)
  )
    return []
  if (template) {
    // Removes the prerendered row of a wallet that is installed, because the installed wallet gets a row.
    const offeredId = offeredIdOf(id)
    const place = recentPlaces[id] ?? recentPlaces[offeredId]
    rowOf(offeredId)?.remove()
    ;(place ?? last).before(createRow(id, place ? recent : installed, name, icon))
  }
  return [{ id, name, icon }]
}

/**
 * Shakes hands as `protocol/wire/handshake.ts` does. It reads `data` last, because reading deserialises the message.
 */
const shakeHands = (resolve: (connection: HandshakeResult) => void): void => {
  const nonce = fragment.get('#n')
  // biome-ignore lint/suspicious/noGlobalAssign: shorter than `window.onmessage`
  onmessage = (event) => {
    const { origin } = event
    if (event.source !== parent || origin !== (hostOrigin ?? origin)) return
    const [port, other] = event.ports
    const { t, v, n, wallets } = Object(event.data)
    if (t !== 'connect' || v !== protocolVersion || n !== nonce || !port || other) return
    // biome-ignore lint/suspicious/noGlobalAssign: shorter than a property of `window`
    onmessage = null
    // Nothing reads the result before the nodes below are removed.
    resolve({ port, origin, wallets: wallets?.slice(0, rowLimit).flatMap(addWallet) })
    ;[...waiting, ...Object.values(recentPlaces), last].map((node) => node.remove())
  }
  parent.postMessage({ t: 'hello', v: [protocolVersion], n: nonce }, '*')
}

/** The element on which the pointer went down. */
let pressStart: EventTarget | null

/** Handles a click or key before the views run: keeps the pressed button, or closes the modal. */
const take = (event: Event): void => {
  const { target, key, isComposing } = event as KeyboardEvent & { target: HTMLElement }
  const pressed = target.closest('button')
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
onpointerdown = (event) => {
  pressStart = event.target
}
