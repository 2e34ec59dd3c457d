import type { LimitedPayment } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { loadPartTexts } from '../languages/loadLanguage.ts'
import { createOwnPanels, type PanelSurface } from '../ui/surface.ts'
import type { PasskeyApprovals } from '../unlock/passkeyApprovals.ts'
import { type ApprovalPresentation, approvalPresentationOf } from './approvalPolicy.ts'
import { type CardAnswer, payloadsOf, type QueueTurn } from './approvals.ts'
import { renderCard } from './card.ts'
import type { FrozenProposal } from './proposal.ts'
import type { SentTransaction, ShowSentPanel } from './sentPanel.ts'
import type { ShowWorth } from './showWorth.ts'
import { canDetectCover, watchApproval } from './watch.ts'
import type { AskInWindow } from './windowCard.ts'

/**
 * If the approve button of a card in the frame stays disabled for this long, the card offers the wallet window, so that
 * the visitor can answer every request.
 */
const offerWindowMs = 4_000

type Options = {
  surface: PanelSurface
  isTrusted: boolean
  /** The host page is itself in a frame. */
  isHostFramed: boolean
  scale: number
  /** A passkey confirms a click that the modal or the host page may have caused. */
  passkey: Pick<PasskeyApprovals, 'isPossible' | 'confirm'>
  /** Counts a payment on the server. Resolves with whether the visitor's limit for this site allows it. */
  reserve(payment: LimitedPayment): Promise<boolean>
  askInWindow: AskInWindow
  showWorth?: ShowWorth
}
type CardOptions = Omit<Options, 'askInWindow'> & {
  askInWindow(frozen: FrozenProposal, turn: QueueTurn): Promise<CardAnswer>
}

/**
 * Shows a frozen proposal in the frame (inline) or in the wallet window, by the approval policy, and resolves with the
 * clicked choice.
 */
export const createApprovalPresenter = (given: Options) => {
  const cards = createOwnPanels(given.surface)
  /** The requests, by the signal of their end, that are in the wallet window. Later cards of them go there too. */
  const inWindow = new WeakSet<AbortSignal>()
  const askInWindow = (frozen: FrozenProposal, turn: QueueTurn) => {
    inWindow.add(turn.ended)
    return given.askInWindow(frozen, turn, cards)
  }
  const options = { ...given, surface: cards, askInWindow }
  const { isTrusted, isHostFramed, scale, passkey } = options
  let latestTurn: QueueTurn | undefined
  return {
    present: async (frozen: FrozenProposal, turn: QueueTurn): Promise<CardAnswer> => {
      latestTurn = turn
      const { kind, blocked } = frozen.proposal
      const isScaleSteady = window.devicePixelRatio === scale
      const presentation = approvalPresentationOf(kind, {
        isTrusted,
        isHostFramed,
        isScaleSteady,
        hasPasskey: passkey.isPossible(),
      })
      // The visitor cannot approve a blocked proposal, so its card needs no wallet window.
      if ((presentation === 'window' || inWindow.has(turn.ended)) && !blocked) return askInWindow(frozen, turn)
      const confirm = (answer: CardAnswer) => confirmClick(options, presentation, { frozen, turn, answer })
      return new Promise<CardAnswer>((resolve, reject) => {
        let isMoved = false
        const moveToWindow = (): void => {
          isMoved = true
          askInWindow(frozen, turn).then(resolve, reject)
        }
        const ask = (isPasskeyClosed: boolean): void => {
          const passkeyUse = { withPasskey: presentation === 'inlineWithPasskey', isPasskeyClosed }
          askInline(options, frozen, turn, passkeyUse, moveToWindow).then(
            (answer) => confirm(answer).then((end) => (end === 'passkeyClosed' ? ask(true) : resolve(end)), reject),
            (thrown) => isMoved || reject(thrown),
          )
        }
        ask(false)
      })
    },
    removeCard: cards.hide,
    /** Shows what became of a request in the place of its card, unless the visitor has left the card. */
    showSent: async (sent: SentTransaction, deed: string): Promise<void> => {
      const turn = latestTurn
      const showPanel = cards.isShown() ? await loadSentPanel() : null
      // The card of the next request is in its place.
      if (turn !== latestTurn) return
      if (showPanel && cards.isShown()) showPanel(cards, sent, deed)
      else cards.hide()
    },
    /** Called when the visitor closes the modal or the session ends. An approved request then goes on without a panel. */
    dismiss: cards.hide,
  }
}

/** Only requests that send a transaction need the panel. Null if the browser cannot load it. */
const loadSentPanel = async (): Promise<ShowSentPanel | null> => {
  try {
    const [{ showSentPanel }] = await Promise.all([import('./sentPanel.ts'), loadPartTexts('sent')])
    return showSentPanel
  } catch {
    return null
  }
}

/** Shows a card in the frame, and resolves with the choice that the visitor clicked. */
const askInline = async (
  { surface, scale, showWorth }: CardOptions,
  frozen: FrozenProposal,
  turn: QueueTurn,
  passkeyUse: { withPasskey: boolean; isPasskeyClosed: boolean },
  moveToWindow: () => void,
): Promise<CardAnswer> => {
  const detectsCover = canDetectCover()
  const ended = new AbortController()
  const signal = AbortSignal.any([ended.signal, turn.signal])
  try {
    return await new Promise<CardAnswer>((resolve, reject) => {
      turn.signal.addEventListener('abort', () => reject(turn.signal.reason), { once: true })
      const watched: { painted(): void } = { painted: () => undefined }
      const card = renderCard(frozen, {
        ...turn,
        ...passkeyUse,
        ...(showWorth && { showWorth }),
        reject: () => reject(new AppError(embeddedWalletErrors[frozen.proposal.blocked ?? 'USER_REJECTED'])),
        // A newly picked fee or limit must also be visible for the whole delay before a click counts.
        changed: () => watched.painted(),
        jitter,
      })
      const { approve } = card
      turn.follow(card.showTotal)
      turn.followEstimate?.(card.showEstimate)
      const toWindow = (): void => {
        ended.abort()
        moveToWindow()
      }
      if (approve)
        watched.painted = watchApproval({
          card: card.root,
          button: approve,
          surface: { presentation: 'inline', detectsCover },
          scale,
          signal,
          armed: card.arm,
          nudged: card.nudge,
          approved: () => {
            const choiceId = card.picked().id
            card.setWorking()
            resolve({ digest: frozen.digest, choiceId })
          },
        }).painted
      // The passkey may be on another device, so this card offers the window at once.
      if (passkeyUse.isPasskeyClosed) card.offerWindow(toWindow)
      const timer = setTimeout(() => {
        if (approve?.getAttribute('aria-disabled') === 'true') card.offerWindow(toWindow)
      }, offerWindowMs)
      signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
      surface.show('approve', card.root).then(async () => {
        await painted()
        watched.painted()
      }, reject)
    })
  } finally {
    ended.abort()
  }
}

type Click = { frozen: FrozenProposal; turn: QueueTurn; answer: CardAnswer }

/**
 * Completes a click by the passkey or the limit that its presentation needs. Otherwise asks in the wallet window.
 * Resolves with `passkeyClosed` if the visitor closed the passkey prompt.
 */
const confirmClick = async (
  { passkey, reserve, askInWindow }: CardOptions,
  presentation: ApprovalPresentation,
  { frozen, turn, answer }: Click,
): Promise<CardAnswer | 'passkeyClosed'> => {
  const { choices, limitedPayment } = frozen.proposal
  if (presentation === 'inlineWithinLimit') {
    // Confirms the estimate first. Otherwise the server counts a payment that a new card then replaces.
    await turn.confirmEstimate?.()
    turn.signal.throwIfAborted()
    // Another tab may have used up the limit since the card was made.
    const isReserved = limitedPayment !== undefined && (await reserve(limitedPayment))
    turn.signal.throwIfAborted()
    return isReserved ? answer : askInWindow(frozen, turn)
  }
  if (presentation !== 'inlineWithPasskey') return answer
  try {
    const choice = choices.find(({ id }) => id === answer.choiceId)
    if (!choice) throw new AppError(commonErrors.INTERNAL_ERROR)
    return { ...answer, approvalId: await passkey.confirm(payloadsOf(choice), turn.signal) }
  } catch (thrown) {
    // The end of the request closed the passkey prompt, so the visitor has not declined.
    if (turn.signal.aborted) throw turn.signal.reason
    if (thrown instanceof AppError && thrown.code === 'USER_REJECTED') return 'passkeyClosed'
    // The browser could not ask for the passkey, or the worker did not accept its assertion. Continue in the wallet
    // window, which has its own gates and a reject button.
    return askInWindow(frozen, turn)
  }
}

/**
 * Waits for two animation frames: the first lays the card out, the second has it on screen. A hidden document gets no
 * animation frame, so its approve button stays disabled.
 */
const painted = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** A random number from 0 to 1, for the random padding above the approve button. */
const jitter = (): number => (crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) / 256
