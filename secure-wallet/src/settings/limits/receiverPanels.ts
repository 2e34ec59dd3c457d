import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { KnownReceiver } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { isAddress } from 'viem'
import { shortAddress } from '../../ui/addressText.ts'
import { element, on } from '../../ui/element.ts'
import { button, guardedButton, listRow, panelBody, panelFoot, panelIntro, rowList } from '../../ui/parts.ts'
import type { GuardedPanel } from '../confirmInPanel.ts'
import type { NewReceiver } from './limitsClient.ts'
import { messages } from './messages.ts'
import { field } from './sitePanels.ts'

export type ReceiversChoice = { remove: KnownReceiver } | 'name' | 'back'

type ListOptions = {
  receivers: readonly KnownReceiver[]
  networks: readonly Network[]
  choose(choice: ReceiversChoice): void
}

export const receiversPanel = ({ receivers, networks, choose }: ListOptions): HTMLElement => {
  const { known: text } = messages
  const rows = receivers.map((receiver) => {
    const { chainId, address, name } = receiver
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.name ?? chainId
    const shown = name ?? text.paid
    const remove = button(text.remove, () => choose({ remove: receiver }))
    remove.classList.add('button--small')
    remove.setAttribute('aria-label', fillText(text.removeName, { name: `${shown}, ${shortAddress(address)}` }))
    return listRow({ picture: 'check', name: shown, line: fillText(text.detail, { address, network }) }, remove)
  })
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ title: messages.receivers, lead: rows.length === 0 ? text.none : text.lead }),
      rows.length > 0 && rowList(...rows),
    ),
    panelFoot(
      button(text.add, () => choose('name')),
      button(messages.back, () => choose('back'), 'quiet'),
    ),
  )
}

type NamingOptions = { networks: readonly Network[]; changed(receiver: NewReceiver | null): void; back(): void }

export const namingPanel = ({ networks, changed, back }: NamingOptions): GuardedPanel => {
  const { naming: text } = messages
  const entry = (id: string): HTMLInputElement =>
    element('input', { id, type: 'text', autocomplete: 'off', spellcheck: 'false' })
  const [name, address] = [entry('receiver-name'), entry('receiver-address')]
  name.maxLength = 64
  const network = element(
    'select',
    { class: 'select', id: 'receiver-network' },
    ...networks.map(({ caipNetworkId, name: shown }) => element('option', { value: caipNetworkId }, shown)),
  )
  const save = guardedButton(text.save, 'primary')
  const read = (): NewReceiver | null => {
    const [typedName, typedAddress] = [name.value.trim(), address.value.trim()]
    if (typedName === '' || !isAddress(typedAddress)) return null
    return { chainId: network.value, address: typedAddress.toLowerCase(), name: typedName }
  }
  const form = element(
    'form',
    { novalidate: true },
    panelBody(
      panelIntro({ title: text.title, lead: text.lead }),
      field(text.name, element('div', { class: 'input' }, name), name.id),
      field(text.address, element('div', { class: 'input' }, address), address.id),
      field(text.network, network),
    ),
    panelFoot(save, button(messages.back, back, 'quiet')),
  )
  on(form, { submit: (event) => event.preventDefault(), input: () => changed(read()) })
  return { root: form, button: save, isFilled: () => read() !== null }
}
