import { runUnderProjectNode } from './prepare.mjs'

await runUnderProjectNode('e2e/stack/main.ts')
