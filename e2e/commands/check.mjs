import { runUnderProjectNode } from './prepare.mjs'

await runUnderProjectNode('e2e/commands/check.ts')
