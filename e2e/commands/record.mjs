import { run } from './prepare.mjs'

await run('e2e/commands/record.ts')
