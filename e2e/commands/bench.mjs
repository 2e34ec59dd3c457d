import { runUnderProjectNode } from './prepare.mjs'

await runUnderProjectNode('e2e/bench/main.ts')
