import { defineConfig } from 'vitest/config'
import { countryTablePlugin } from './build/countryTable.ts'
import { embeddedDatabasePlugin } from './build/embeddedDatabase.ts'

/**
 * Bundles the server into one file, so that an installation needs no packages. The embedded database's program and the
 * table of countries are separate files.
 */
export default defineConfig({
  plugins: [embeddedDatabasePlugin(), countryTablePlugin()],
  build: {
    ssr: 'src/http/main.ts',
    outDir: 'dist',
    target: 'node20',
    // The embedded database contains an `eval` that runs only in browsers.
    rolldownOptions: { checks: { eval: false }, output: { entryFileNames: 'main.js' } },
  },
  // sharp is a native image decoder, which can't be bundled. Without sharp the server sends letter icons instead of
  // images of other hosts.
  ssr: { noExternal: true, external: ['sharp'] },
  // This time limit is long, so that tests pass on a slow machine.
  test: {
    include: ['{src,directory,deploy}/**/*.test.ts'],
    globalSetup: ['test/sharedPostgres.ts'],
    setupFiles: ['../loader/protocol/test/waitForTimeout.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
