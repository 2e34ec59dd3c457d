import type { Plugin } from 'vite'

const proxied = '["proxy", proxyTransferHandler],'

/**
 * Reduces Comlink to its calling half. Comlink's handler for proxied arguments keeps the serving half in the bundle,
 * and would let the called side call functions of this frame. `state/peers.ts` also removes the handler at run time.
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
