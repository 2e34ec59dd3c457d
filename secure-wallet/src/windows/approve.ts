import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { renderCard } from '../approval/card.ts'
import { messages } from '../approval/messages.ts'
import type { FrozenProposal } from '../approval/proposal.ts'
import { createShowWorth } from '../approval/showWorth.ts'
import { watchApproval } from '../approval/watch.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { findClientKey } from '../session/clientKey.ts'
import { createServerClient } from '../session/serverClient.ts'
import { memoryStore } from '../session/store.ts'
import { sealRow } from '../ui/cardSurface.ts'
import { element } from '../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import { runApprovalWindow } from './approvalWindow.ts'
import { openWindow } from './flows/openWindow.ts'
import '../ui/controls.css'

/** The approval window has no session, so its client key ends with the window. */
const keys = memoryStore()
const serverOptions = {
  origin: location.origin,
  key: () => findClientKey(keys, 'window'),
  fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
  isOnline: () => navigator.onLine,
}
const server = createServerClient(serverOptions)

/**
 * The smallest window, in CSS pixels, in which the visitor may approve. In a smaller window, parts of the card could
 * lie outside (SECURITY-MODEL.md 3.8).
 */
const smallest = { width: 360, height: 480 }

const show = (...children: HTMLElement[]): void => {
  document.body.replaceChildren(element('main', { class: 'panel' }, sealRow(location.host), ...children))
}

const draw = (frozen: FrozenProposal, answer: (choiceId: string | null) => void) => {
  const ended = new AbortController()
  const finish = (choiceId: string | null): void => {
    if (ended.signal.aborted) return
    ended.abort()
    card.setWorking()
    answer(choiceId)
  }
  let changed = (): void => undefined
  const [, , projectId = ''] = location.pathname.split('/')
  const site = { projectId: decodeURIComponent(projectId), host: frozen.proposal.facts.host }
  const card = renderCard(frozen, {
    showWorth: createShowWorth(createServerClient({ ...serverOptions, site })),
    reject: () => finish(null),
    changed: () => changed(),
    jitter: () => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256,
  })
  const size = element('div', { role: 'status' })
  show(card.root, size)
  const drawn = { showEstimate: card.showEstimate, end: () => ended.abort() }
  if (!card.approve) return drawn
  const { painted } = watchApproval({
    card: card.root,
    button: card.approve,
    surface: { presentation: 'window', detectsCover: false },
    scale: devicePixelRatio,
    signal: ended.signal,
    armed: card.arm,
    nudged: card.nudge,
    approved: () => {
      if (innerWidth >= smallest.width && innerHeight >= smallest.height) finish(card.picked().id)
      else size.replaceChildren(notice('warn', 'warn', messages.tooSmall))
    },
  })
  changed = painted
  requestAnimationFrame(() => requestAnimationFrame(painted))
  return drawn
}

const start = async (): Promise<void> => {
  // Refuse to run in a frame. The response headers forbid framing too.
  if (window.top !== window.self) throw new AppError(commonErrors.UNVERIFIED_DOMAIN)
  await runApprovalWindow(server, new URLSearchParams(location.hash.slice(1)), {
    draw,
    answered: (choiceId) => {
      const isPasskeyOld = choiceId !== null && new URLSearchParams(location.search).get('passkey') === 'old'
      const answered = panelIntro({ picture: 'check', title: messages.answered, lead: messages.answeredLead })
      show(...(isPasskeyOld ? oldPasskey(answered) : [panelBody(answered)]))
      history.replaceState(null, '', location.pathname)
      if (!isPasskeyOld) window.close()
    },
    gone: () => show(gone()),
  })
}

/** Asks the visitor to add a passkey of an earlier version again. The key worker cannot verify it. */
const oldPasskey = (answered: HTMLElement): HTMLElement[] => {
  const { title, text, open } = messages.oldPasskey
  const vault = `/vault${location.pathname.replace(/^\/approve/, '')}`
  return [
    panelBody(answered, notice('info', 'passkey', title, text)),
    panelFoot(button(open, () => openWindow(vault), 'primary')),
  ]
}

const gone = (): HTMLElement =>
  panelBody(panelIntro({ picture: 'clock', title: messages.gone, lead: messages.goneLead }))

try {
  // The server wrote the card's language into the document's `lang`.
  await loadLanguage(document.documentElement, document.documentElement.lang)
  await start()
} catch {
  // After any failure no approval card is on show, so the window says that the request is gone.
  show(gone())
}
