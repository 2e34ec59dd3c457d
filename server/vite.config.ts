import { defineConfig } from 'vitest/config'

/** One file with everything in it, so that a start reads one file and an installation needs no packages. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
  // A decoder for this machine's processor can't be part of one file; without it the server draws marks.
  ssr: { noExternal: true, external: ['sharp'] },
  test: { include: ['{src,directory}/**/*.test.ts'] },
})
