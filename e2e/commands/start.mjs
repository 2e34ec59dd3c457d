import { run } from './prepare.mjs'

await run('e2e/stack/main.ts')
