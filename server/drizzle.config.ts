import { defineConfig } from 'drizzle-kit'

/**
 * `npm run migration -w server` writes the changes of the tables as an SQL file. Commit this file, because the server
 * applies it at start.
 */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/database/*Tables.ts',
  out: './migrations/wallet',
})
