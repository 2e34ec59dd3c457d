import type { Plugin } from 'vite'

const proxied = '["proxy", proxyTransferHandler],'

/**
 * Comlink as one who only calls. The handler of proxied arguments is what keeps its serving half in the bundle, and is
 * the door through which the other side could call back; `state/peers.ts` also takes it away at run time.
 */
export const comlinkCaller = (): Plugin => ({
  name: 'comlink-caller',
  apply: 'build',
  transform: {
    filter: { id: /\/comlink\.mjs$/ },
    handler: (code) => {
      if (!code.includes(proxied)) throw new Error('Comlink registers its proxy handler in another way than 4.4.2 did')
      return code.replace(proxied, '')
    },
  },
})
