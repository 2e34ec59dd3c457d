import { defineConfig } from 'vitest/config'
import { countryTable } from './build/countryTable.ts'
import { embeddedDatabase } from './build/embeddedDatabase.ts'

/**
 * Bundles the server into one file, so that an installation needs no packages. Only the embedded database's program and
 * the table of countries are separate files.
 */
export default defineConfig({
  plugins: [embeddedDatabase(), countryTable()],
  build: {
    ssr: 'src/http/main.ts',
    outDir: 'dist',
    target: 'node20',
    // The database's program has an `eval` that only browsers run.
    rolldownOptions: { checks: { eval: false }, output: { entryFileNames: 'main.js' } },
  },
  // A native image decoder can't be bundled. Without it the server draws icons.
  ssr: { noExternal: true, external: ['sharp'] },
  // Generous, because a slow machine is no defect.
  test: {
    include: ['{src,directory}/**/*.test.ts'],
    globalSetup: ['test/sharedPostgres.ts'],
    setupFiles: ['../loader/protocol/test/waitForTimeout.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
