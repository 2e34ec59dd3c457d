import { defineConfig } from 'vitest/config'

/** One file with everything in it, so that a start reads one file and an installation needs no packages. */
export default defineConfig({
  build: {
    ssr: 'src/main.ts',
    outDir: 'dist',
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'main.js' } },
  },
  ssr: { noExternal: true },
  test: { include: ['{src,directory}/**/*.test.ts'] },
})
