import { defineConfig } from 'vite'

/**
 * Bundles the guardian into its own file, because it runs as another process and user than the server, best on another
 * machine.
 */
export default defineConfig({
  build: {
    ssr: 'src/guardian/main.ts',
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: { checks: { eval: false }, output: { entryFileNames: 'guardian.js', codeSplitting: false } },
  },
  ssr: { noExternal: true, external: ['sharp'] },
})
