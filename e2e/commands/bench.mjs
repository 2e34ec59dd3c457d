import { run } from './prepare.mjs'

await run('e2e/bench/main.ts')
