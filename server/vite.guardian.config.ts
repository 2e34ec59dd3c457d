import { defineConfig } from 'vite'

/** The guardian, in one file of its own beside the server's: another process, of another user, and best on another machine. */
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
