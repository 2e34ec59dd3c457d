import { ws } from 'msw'
import { server } from './server.ts'

/** What a project says of its relay. */
export const walletConnect = { projectId: 'demo', relayUrl: 'wss://relay.example' }

/** A relay that lets everyone in and says nothing, so that no answer of its own changes what a test sets. */
export const serveSilentRelay = (): void => {
  server.use(ws.link('wss://relay.example*').addEventListener('connection', () => {}))
}
