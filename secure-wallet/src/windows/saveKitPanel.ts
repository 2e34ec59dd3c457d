import type { ServerClient } from '../session/serverClient.ts'
import { downloadKit, receiveKit } from '../settings/kitFlow.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero } from '../ui/parts.ts'
import { messages } from './messages.ts'

const { vault: text } = messages

/** For a frame, which may not download. */
export const saveKitPanel = async (server: ServerClient, fragment: URLSearchParams): Promise<HTMLElement> => {
  const file = await receiveKit(server, fragment).catch(() => null)
  const said = element('p', { class: 'legal', role: 'status' }, file ? '' : text.kitGone)
  const save = (): void => {
    if (file) downloadKit(file)
    said.textContent = text.kitSaved
  }
  return element(
    'div',
    {},
    body(hero({ picture: 'doc', title: text.kitTitle, lead: text.kitLead }), said),
    foot(file && button(text.kitDownload, save, 'primary')),
  )
}
