import { runUnderProjectNode } from './prepare.mjs'

await runUnderProjectNode('e2e/commands/attack.ts')
