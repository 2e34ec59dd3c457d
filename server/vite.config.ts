import { defineConfig } from 'vitest/config'
import { countryTable } from './build/countryTable.ts'
import { embeddedDatabase } from './build/embeddedDatabase.ts'

/**
 * One file with everything in it, so that a start reads one file and an installation needs no packages; only the embedded
 * database's program and the table of countries stand beside it.
 */
export default defineConfig({
  plugins: [embeddedDatabase(), countryTable()],
  build: {
    ssr: 'src/http/main.ts',
    outDir: 'dist',
    target: 'node20',
    // `eval` stands in the database's program, and is run only by what the browser loads.
    rolldownOptions: { checks: { eval: false }, output: { entryFileNames: 'main.js' } },
  },
  // A decoder for this machine's processor can't be part of one file; without it the server draws marks.
  ssr: { noExternal: true, external: ['sharp'] },
  // Far above what anything takes here: a busy machine is no defect.
  test: {
    include: ['{src,directory}/**/*.test.ts'],
    globalSetup: ['test/sharedPostgres.ts'],
    setupFiles: ['../loader/protocol/test/patience.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
