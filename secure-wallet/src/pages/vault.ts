import { addErrors } from 'loader/protocol/errorCatalogue.ts'
import { fillText } from 'loader/protocol/errors.ts'
import { walletErrors } from 'loader/protocol/walletErrors.ts'
import { readBootstrap } from '../bootstrap.ts'
import { panelUntil } from '../login/panelUntil.ts'
import { openEmbedded } from '../openEmbedded.ts'
import { showRefusal } from '../refusal.ts'
import { downloadKit, receiveKit } from '../settings/kitFlow.ts'
import { element } from '../ui/element.ts'
import { body, button, foot, hero } from '../ui/parts.ts'
import { exportPanel } from './exportPanel.ts'
import { messages } from './messages.ts'
import { signInPanel } from './signInPanel.ts'
import { createWindowSurface } from './windowSurface.ts'
import '../ui/kit.css'

const { vault: text } = messages

const start = async (): Promise<void> => {
  addErrors(walletErrors)
  const fragment = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  const bootstrap = readBootstrap(document)
  const surface = createWindowSurface(document.body, location.host, () => idle())
  let email: string | undefined
  const { wallet, line } = await openEmbedded({
    bootstrap,
    host: location.origin,
    surface,
    place: 'vault',
    tell: (user) => {
      email = user.email
      surface.hide()
    },
    showWords: (words, signal) =>
      panelUntil<void>(signal, (resolve, reject) => {
        surface
          .show(
            'settings',
            exportPanel(words, () => resolve()),
          )
          .catch(reject)
        return () => undefined
      }),
  })

  const idle = (): HTMLElement =>
    email === undefined ? signInPanel((address) => wallet.api.connectEmail(address)) : signedInPanel(email)
  const signedInPanel = (address: string): HTMLElement =>
    element(
      'div',
      {},
      body(hero({ picture: 'lock', title: text.signInTitle, lead: fillText(text.outTitle, { email: address }) })),
      foot(
        button(text.open, () => wallet.api.openSettings(), 'primary'),
        button(text.signOut, () => void wallet.api.signOut(), 'quiet'),
      ),
    )

  if (fragment.has('kit')) {
    const file = await receiveKit(line, fragment).catch(() => null)
    const said = element('p', { class: 'legal', role: 'status' }, file ? '' : text.kitGone)
    const save = (): void => {
      if (file) downloadKit(file)
      said.textContent = text.kitSaved
    }
    const root = element(
      'div',
      {},
      body(hero({ picture: 'doc', title: text.kitTitle, lead: text.kitLead }), said),
      foot(file && button(text.kitDownload, save, 'primary')),
    )
    return surface.show('settings', root)
  }
  email = (await wallet.api.isConnected()).email
  surface.hide()
}

try {
  await start()
} catch (thrown) {
  showRefusal(window, document.body, thrown)
}
