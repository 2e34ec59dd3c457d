import { runUnderProjectNode } from './prepare.mjs'

await runUnderProjectNode('e2e/mutate/main.ts')
