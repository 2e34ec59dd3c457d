import type { RunningRecovery } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import type { Session } from '../session/session.ts'
import { element } from '../ui/element.ts'
import { button, errorLine, notice, resultNotice, setDisabled } from '../ui/parts.ts'
import type { ShareSets } from '../unlock/shareSets.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { messages } from './messages.ts'
import { siteText, timeText } from './texts.ts'

type Parts = {
  session: Pick<Session, 'facts'>
  sets: Pick<ShareSets, 'guardian'>
  custody: Pick<CustodyApi, 'isUnlocked'>
}

/** An alarm in the wallet window while the wallet is open there: somebody recovers the wallet by email, and one press stops that. */
export const createRecoveryAlarm = ({ session, sets, custody }: Parts) => {
  let running: RunningRecovery[] = []
  let isStopped = false
  let area = element('div', {})

  const ask = async (stop?: true): Promise<void> => {
    const walletId = session.facts()?.wallet?.walletId ?? ''
    const reply = await sets.guardian.ask({ kind: 'recoveries', walletId, ...(stop && { stop }) })
    if (reply.kind === 'recoveries') running = reply.running
  }
  const stop = async (pressed: HTMLElement, problem: ReturnType<typeof errorLine>): Promise<void> => {
    setDisabled(pressed, true)
    problem.setText('')
    try {
      await ask(true)
      isStopped = true
      draw()
    } catch (thrown) {
      problem.setText(errorText(thrown))
      setDisabled(pressed, false)
    }
  }
  const draw = (): void => {
    const [first] = running
    const problem = errorLine('hint--centre')
    if (isStopped) area.replaceChildren(resultNotice(messages.alarm.stopped, messages.alarm.stoppedText))
    else if (first)
      area.replaceChildren(
        alarmNotice(first),
        problem.root,
        button(messages.alarm.stop, (pressed) => void stop(pressed, problem), 'danger'),
      )
    else area.replaceChildren()
  }

  return {
    /** Makes the place of the alarm in a new panel. */
    area: (): HTMLElement => {
      area = element('div', {})
      draw()
      return area
    },
    /** Asks the guardian, and shows what it knows. A failure shows nothing: the mail of the guardian has the link that stops it too. */
    refresh: async (): Promise<void> => {
      try {
        const wallet = session.facts()?.wallet
        if (!wallet || !(await custody.isUnlocked(wallet.walletId, wallet.epoch))) return
        await ask()
        draw()
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown
      }
    },
  }
}

const alarmNotice = ({ host, startedAt, releaseAt }: RunningRecovery): HTMLElement =>
  notice(
    'danger',
    'warn',
    messages.alarm.title,
    fillText(messages.alarm.text, { site: siteText(host), time: timeText(startedAt) }),
    fillText(messages.alarm.opens, { time: timeText(releaseAt) }),
  )

export type RecoveryAlarm = ReturnType<typeof createRecoveryAlarm>
