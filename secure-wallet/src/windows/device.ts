import { loadWindowLanguage } from '../languages/loadLanguage.ts'
import { createDeviceLinkClient } from './deviceClient.ts'
import { runDeviceLinkPage } from './devicePage.ts'
import { createWindowSurface } from './windowSurface.ts'
import '../ui/controls.css'

const token = location.hash.slice(1)
// Keep the single-use token of the device link out of the browser history.
history.replaceState(null, '', location.pathname)
await loadWindowLanguage()
const surface = createWindowSurface(document.body, location.host, () => document.createElement('div'))
await runDeviceLinkPage({
  client: createDeviceLinkClient((...args) => fetch(...args), location.origin),
  token,
  show: (root) => void surface.show('verifyDevice', root),
})
