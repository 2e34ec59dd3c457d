import { onShutdown } from '../stack/parentEnd.ts'
import { runChecks, staticChecks } from './checks.ts'
import { runCommand } from './runCommand.ts'

/** `npm run check`: types, lint, structure, language and layers. `-- --all` also prints the output of what passes. */
onShutdown(() => process.exit(1))
const { failed } = await runChecks(
  [
    ...staticChecks,
    {
      name: 'layers',
      run: () => runCommand('vitest', ['run', '--config', 'e2e/vitest.config.ts', 'layers'], { quiet: true }),
    },
  ],
  { showAll: process.argv.includes('--all') },
)
process.exit(failed ? 1 : 0)
