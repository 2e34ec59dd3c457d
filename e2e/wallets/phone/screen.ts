import type { AskVisitor, PhoneQuestion, VisitorAnswer } from './decisions.ts'
import type { Phone } from './phone.ts'

type Home = { account: string; network: string; sessions: ReturnType<Phone['sessions']> }
type Actions = {
  connect(link: string): void
  changeAccount(): void
  changeNetwork(): void
  endSession(topic: string): void
}

const find = <Type extends HTMLElement>(id: string, type: new () => Type): Type => {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`#${id} is missing`)
  return found
}
const home = find('home', HTMLElement)
const card = find('question', HTMLElement)
const link = find('link', HTMLInputElement)
const approvesAll = find('approves-all', HTMLInputElement)

export const showStatus = (text: string): void => {
  find('status', HTMLElement).textContent = text
}

export function setVisitorActions(actions: Actions): void {
  find('connect', HTMLFormElement).onsubmit = (event) => {
    event.preventDefault()
    actions.connect(link.value)
    link.value = ''
  }
  find('change-account', HTMLButtonElement).onclick = actions.changeAccount
  find('change-network', HTMLButtonElement).onclick = actions.changeNetwork
  find('sites', HTMLElement).onclick = ({ target }) => {
    const topic = target instanceof HTMLButtonElement ? target.value : ''
    if (topic) actions.endSession(topic)
  }
  // Before the script runs, the browser would submit the form itself and lose the URL's parameters.
  for (const control of home.querySelectorAll<HTMLButtonElement | HTMLInputElement>(':disabled'))
    control.disabled = false
}

export function showHome({ account, network, sessions }: Home): void {
  find('account', HTMLElement).textContent = account
  find('network', HTMLElement).textContent = network
  find('no-sites', HTMLElement).hidden = sessions.length > 0
  const rows = sessions.map(({ topic, peer }) => {
    const about = element('div', {})
    about.append(
      element('strong', { textContent: peer.name }),
      element('span', { className: 'quiet', textContent: peer.url }),
    )
    const row = element('li', {})
    row.append(about, element('button', { type: 'button', value: topic, textContent: 'End session' }))
    return row
  })
  find('sites', HTMLElement).replaceChildren(...rows)
}

let queue: Promise<unknown> = Promise.resolve()

/** Shows one question at a time, in order of arrival. */
export const askVisitor: AskVisitor = (question, signal) => {
  const answer = queue.then(() => show(question, signal))
  queue = answer
  return answer
}

function show({ title, peer, facts, choices }: PhoneQuestion, signal: AbortSignal): Promise<VisitorAnswer> {
  if (signal.aborted) return Promise.resolve({ isApproved: false, chosen: [] })
  if (approvesAll.checked) return Promise.resolve({ isApproved: true, chosen: choices.map(({ value }) => value) })

  find('title', HTMLElement).textContent = title
  find('peer-name', HTMLElement).textContent = peer.name
  find('peer-url', HTMLElement).textContent = peer.url
  find('facts', HTMLElement).replaceChildren(
    ...facts.flatMap(([name, value]) => [element('dt', { textContent: name }), element('dd', { textContent: value })]),
  )
  const boxes = choices.map(({ value, label }) => {
    const box = element('input', { type: 'checkbox', value, checked: true })
    const row = element('label', {})
    row.append(box, label)
    return { box, row }
  })
  find('choices', HTMLElement).hidden = boxes.length === 0
  find('choice-list', HTMLElement).replaceChildren(...boxes.map(({ row }) => row))

  card.hidden = false
  home.inert = true
  find('title', HTMLElement).focus()
  return new Promise((resolve) => {
    const end = (isApproved: boolean) => {
      card.hidden = true
      home.inert = false
      resolve({ isApproved, chosen: boxes.filter(({ box }) => box.checked).map(({ box }) => box.value) })
    }
    find('approve', HTMLButtonElement).onclick = () => end(true)
    find('reject', HTMLButtonElement).onclick = () => end(false)
    signal.onabort = () => end(false)
  })
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  return Object.assign(document.createElement(tag), properties)
}
