import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { readBootstrap } from '../frame/bootstrap.ts'
import { showRefusal } from '../frame/refusal.ts'
import { loadWindowLanguage } from '../languages/loadLanguage.ts'
import { messages as loginMessages } from '../login/messages.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import { workingPanel } from '../login/workingPanel.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { downloadKit, receiveKit } from '../settings/kitFlow.ts'
import { element } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import { readWalletOffer, type WalletOffer } from '../unlock/recovery/takeOffer.ts'
import { openEmbeddedWallet } from '../wallet/openEmbedded.ts'
import { confirmEnrolmentByGates, guardPressInWindow } from './confirmInWindow.ts'
import { type Enrolment, readEnrolment, requestGonePanel, runEnrolment } from './enrol.ts'
import { exportPanel } from './exportPanel.ts'
import { messages } from './messages.ts'
import { signInPanel } from './signInPanel.ts'
import { runCodeWindow } from './typeCode.ts'
import { watchJoins } from './watchJoins.ts'
import { createWindowSurface } from './windowSurface.ts'
import '../ui/controls.css'

const start = async (): Promise<void> => {
  await loadWindowLanguage()
  const { vault: text } = messages
  const fragment = new URLSearchParams(location.hash.slice(1))
  history.replaceState(null, '', location.pathname)
  const bootstrap = readBootstrap(document)
  const surface = createWindowSurface(document.body, location.host, () => idle())
  let email: string | undefined
  let idlePanel: HTMLElement | undefined
  let offer: WalletOffer | null = null
  const { wallet, server } = await openEmbeddedWallet({
    bootstrap,
    host: location.origin,
    topOrigin: location.origin,
    surface,
    documentKind: 'vault',
    window: {
      offer: () => offer,
      guardPress: guardPressInWindow,
      showPhrase: (words, signal) =>
        showPanelUntilDone<void>(signal, (resolve, reject) => {
          const ended = new AbortController()
          const panel = exportPanel(words, resolve)
          const guard = (): void => guardPressInWindow(panel, ended.signal, () => undefined)
          surface.show('settings', panel.root).then(guard, reject)
          return () => ended.abort()
        }),
    },
    reportUser: (user) => {
      const isSignedIn = email === undefined && user.email !== undefined
      email = user.email
      surface.hide()
      // The visitor came from the settings of a site, so the settings go on here.
      if (isSignedIn && offer) wallet.api.openSettings()
    },
  })

  /** The enrolment request of the secure frame that opened this window. The window answers the request at most once. */
  let asked: Enrolment | null = null
  let isAnswering = false
  const idle = (): HTMLElement => {
    if (email === undefined) {
      isAnswering = false
      return signInPanel((address) => wallet.api.connectEmail(address), (asked ?? offer)?.request.email)
    }
    if (!asked) return signedInPanel(email)
    if (!isAnswering) void answer(asked)
    return workingPanel(loginMessages.working.opening)
  }
  const answer = async (enrolment: Enrolment): Promise<void> => {
    isAnswering = true
    const show = (root: HTMLElement): void => void surface.show('settings', root)
    try {
      await runEnrolment({
        ...enrolment,
        wallet,
        server,
        show,
        origin: location.origin,
        confirm: confirmEnrolmentByGates,
      })
    } catch {
      // After any failure the window can no longer answer the enrolment request, so it says that the request is gone.
      show(requestGonePanel())
    }
    asked = null
  }
  const signedInPanel = (address: string): HTMLElement => {
    idlePanel = element(
      'div',
      {},
      panelBody(
        panelIntro({ picture: 'lock', title: text.signInTitle, lead: fillText(text.outTitle, { email: address }) }),
      ),
      panelFoot(
        button(text.open, () => wallet.api.openSettings(), 'primary'),
        button(text.signOut, () => void wallet.signOut(), 'quiet'),
      ),
    )
    return idlePanel
  }
  /** A request of a new browser waits until the visitor is done with the panel on the screen. */
  const isIdle = (): boolean => idlePanel?.isConnected === true
  void watchJoins({ wallet, surface, isIdle, guardPress: guardPressInWindow })

  if (fragment.has('kit')) return surface.show('settings', await saveKitPanel(server, fragment))
  if (fragment.has('code')) {
    const show = (root: HTMLElement): void => void surface.show('verifyCode', root)
    if (!bootstrap.isOpenedByWallet) return show(requestGonePanel())
    return runCodeWindow({ server, fragment, show, close: () => window.close() }).catch(() => show(requestGonePanel()))
  }
  if (fragment.has('enrol')) {
    asked = await readEnrolment(server, fragment).catch(() => null)
    if (!asked) return surface.show('settings', requestGonePanel())
  }
  if (fragment.has('offer')) offer = await readWalletOffer(server, fragment).catch(() => null)
  email = (await wallet.api.isConnected()).email
  if (offer && email !== undefined) return wallet.api.openSettings()
  surface.hide()
}

/** Downloads the backup of a secure frame, whose sandbox forbids downloads. */
const saveKitPanel = async (server: ServerClient, fragment: URLSearchParams): Promise<HTMLElement> => {
  const { vault: text } = messages
  const file = await receiveKit(server, fragment).catch(() => null)
  const status = element('p', { class: 'legal', role: 'status' }, file ? '' : text.kitGone)
  const save = (): void => {
    if (file) downloadKit(file)
    status.textContent = text.kitSaved
  }
  return element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'doc', title: text.kitTitle, lead: text.kitLead }), status),
    panelFoot(file && button(text.kitDownload, save, 'primary')),
  )
}

try {
  await start()
} catch (thrown) {
  showRefusal(window, document.body, thrown)
}
