import { toWire } from 'loader/protocol/errors.ts'
import { readNonce, shakeHands } from 'loader/protocol/handshake.ts'
import { strictLimits } from 'loader/protocol/limits.ts'
import { serve } from 'loader/protocol/peer.ts'
import { openWire } from 'loader/protocol/wire.ts'
import { findHost } from './ancestors.ts'
import { secureApi } from './api.ts'
import { attestHost } from './attest.ts'
import { readBootstrap } from './bootstrap.ts'
import { showRefusal } from './refusal.ts'
import './secure.css'

const start = async (): Promise<void> => {
  const bootstrap = readBootstrap(document)
  const host = findHost(window, bootstrap)
  await attestHost(window, host)
  const { port } = await shakeHands(window, {
    allows: (origin) => origin === bootstrap.frameOrigin,
    nonce: readNonce(location.hash),
  })
  serve(openWire(port, strictLimits()), secureApi, toWire)
}

try {
  await start()
} catch (thrown) {
  showRefusal(window, document.body, thrown)
}
