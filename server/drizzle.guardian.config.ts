import { defineConfig } from 'drizzle-kit'

/**
 * `npm run migration -w server -- --config drizzle.guardian.config.ts` writes the changes of the guardian's tables as
 * an SQL file.
 */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: ['./src/guardian/tables.ts', './src/database/keyTables.ts'],
  out: './migrations/guardian',
})
