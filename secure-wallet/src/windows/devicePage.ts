import type { DeviceLinkFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import { siteText } from '../settings/texts.ts'
import { element } from '../ui/element.ts'
import type { IconName } from '../ui/icon.ts'
import { button, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import type { DeviceLinkClient } from './deviceClient.ts'
import { messages } from './messages.ts'

type Options = { client: DeviceLinkClient; token: string; show(root: HTMLElement): void }

/**
 * Shows the page behind the device link. The page changes nothing when it opens, because mail scanners open every link.
 * The login is decided only when the visitor presses a button.
 */
export const runDeviceLinkPage = async ({ client, token, show }: Options): Promise<void> => {
  const { device: text } = messages
  const showMessage = (picture: IconName, title: string, lead: string, ...buttons: HTMLElement[]): void =>
    show(element('div', {}, panelBody(panelIntro({ picture, title, lead })), panelFoot(...buttons)))
  const fail = (thrown: unknown, again: () => void): void => {
    const code = thrown instanceof AppError ? thrown.code : ''
    if (code === 'DEVICE_LINK_INVALID') return void showMessage('clock', text.failedTitle, text.invalid)
    showMessage('warn', text.failedTitle, errorText(thrown), button(text.again, again, 'primary'))
  }
  const decide = async (number?: string): Promise<void> => {
    working()
    try {
      const approved = await client.decide({ token, ...(number !== undefined && { number }) })
      if (approved) showMessage('check', text.approvedTitle, text.approved)
      else if (number === undefined) showMessage('stop', text.refusedTitle, text.refused)
      else showMessage('stop', text.wrongTitle, text.wrong)
    } catch (thrown) {
      fail(thrown, () => void decide(number))
    }
  }
  const working = (): void => show(workingPanel())
  const ask = (facts: DeviceLinkFacts): void => {
    const site = siteText(facts.host)
    const choices = facts.numbers.map((number) => {
      const made = button(number, () => void decide(number))
      made.classList.add('num')
      return made
    })
    show(
      element(
        'div',
        {},
        panelBody(
          panelIntro({ picture: 'shield', title: fillText(text.title, { site }), lead: text.lead }),
          factList([
            [text.site, site],
            [text.browser, cleanText(facts.browser)],
            [text.location, cleanText(facts.place)],
            [text.time, timeText(facts.requestedAt)],
          ]),
          element('p', { class: 'section-title', id: 'choose' }, text.choose),
          element('div', { class: 'numbers', role: 'group', 'aria-labelledby': 'choose' }, ...choices),
        ),
        panelFoot(
          button(text.refuse, () => void decide(), 'quiet-danger'),
          element('p', { class: 'legal' }, text.refuseLine),
        ),
      ),
    )
  }
  const start = async (): Promise<void> => {
    working()
    try {
      ask(await client.look(token))
    } catch (thrown) {
      fail(thrown, () => void start())
    }
  }
  await start()
}

const workingPanel = (): HTMLElement =>
  element(
    'div',
    {},
    panelBody(element('p', { class: 'legal', role: 'status' }, spinner(), ` ${messages.device.checking}`)),
  )

const factList = (rows: readonly (readonly [string, string])[]): HTMLElement =>
  element(
    'dl',
    { class: 'facts' },
    ...rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  )
const timeText = (at: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at)
