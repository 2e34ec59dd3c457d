import { readSite } from '../../host/site.ts'
import { demoAccountAt } from '../demo/methods.ts'
import { createWalletStore } from '../demo/state.ts'
import { becomeActivePhone, onPairingLink, readPairingLink } from './links.ts'
import { createPhone } from './phone.ts'
import { askVisitor, setVisitorActions, showHome, showStatus } from './screen.ts'
import { openWalletKit } from './walletKit.ts'

/** A page that acts as a wallet on another device. It has real sessions over the relay and public test keys. */
const { chains, relay } = readSite()
const [first] = chains
if (!first) throw new Error('The test phone needs a chain.')
const accountKey = 'phone-account'
const query = new URLSearchParams(location.search)
/** The phone has two accounts, and this is the derivation index of the first. Each test uses a different index. */
const account = Number(query.get('account') ?? localStorage.getItem(accountKey) ?? 0)
localStorage.setItem(accountKey, String(account))

const opened = await becomeActivePhone(query.get('uri'), () =>
  showStatus('The phone is open in another tab, which answers.'),
)
showStatus('')

const store = createWalletStore('phone', { locked: false, account, permitted: true, chainId: first.id, chains }, chains)
const kit = await openWalletKit({
  // A test that starts its own relay passes the URL of that relay.
  relayUrl: query.get('relay') ?? relay.url,
  projectId: relay.projectId,
  metadata: { name: 'Test Phone', description: 'A wallet for trying things out', url: location.origin, icons: [] },
})
const phone = createPhone({
  kit,
  store,
  ask: askVisitor,
  showStatus: (text) => {
    showStatus(text)
    drawHome()
  },
  signsIn: query.get('signIn') !== 'later',
})

function drawHome(): void {
  const { account, chainId, chains: known } = store.get()
  const network = known.find(({ id }) => id === chainId)?.name ?? String(chainId)
  showHome({ account: demoAccountAt(account).address, network, sessions: phone.sessions() })
}

async function connect(text: string): Promise<void> {
  const link = readPairingLink(text)
  if (!link) return showStatus('This is no connection link. It begins with wc:')
  showStatus('Connecting …')
  try {
    await phone.pair(link)
  } catch (cause) {
    showStatus(cause instanceof Error ? cause.message : String(cause))
  }
}

setVisitorActions({
  connect,
  changeAccount: () => store.set({ account: store.get().account === account ? account + 1 : account }),
  changeNetwork() {
    const { chains: known, chainId } = store.get()
    const next = known[(known.findIndex(({ id }) => id === chainId) + 1) % known.length]
    if (next) store.set({ chainId: next.id })
  },
  async endSession(topic) {
    await phone.endSession(topic)
    showStatus('The session has ended.')
    drawHome()
  },
})
store.watch(drawHome)
onPairingLink(connect)
drawHome()
phone.resume()
if (opened) {
  // Removes the pairing link from the URL, since a reload must not pair a second time.
  query.delete('uri')
  history.replaceState(null, '', `${location.pathname}?${query}`)
  await connect(opened)
}
