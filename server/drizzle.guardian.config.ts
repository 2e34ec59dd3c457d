import { defineConfig } from 'drizzle-kit'

/** The same for the guardian's database: `npm run migration -w server -- --config drizzle.guardian.config.ts`. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/guardian/tables.ts',
  out: './migrations/guardian',
})
