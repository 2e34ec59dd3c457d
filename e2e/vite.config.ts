import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Builds the demo pages, the test phone and the demo wallet. The wallet's file has no hash in its name, since the
 * site's server writes its script tag.
 */
export default defineConfig({
  root: at('host'),
  plugins: [react()],
  build: {
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'es2023',
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        shop: at('host/shop.html'),
        wagmi: at('host/wagmi.html'),
        phone: at('host/phone.html'),
        wallet: at('wallets/demo/index.ts'),
      },
      output: { entryFileNames: (chunk) => (chunk.name === 'wallet' ? 'wallet.js' : 'assets/[name]-[hash].js') },
    },
  },
})
