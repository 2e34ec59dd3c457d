import { runUnderProjectNode } from './prepare.mjs'

await runUnderProjectNode('e2e/engines/main.ts')
