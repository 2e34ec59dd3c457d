import { defineConfig } from 'drizzle-kit'

/** `npm run migration -w server`: writes what has changed in the tables as SQL, which is committed and applied at start. */
export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: './src/database/*Tables.ts',
  out: './migrations/wallet',
})
