import { resolve } from 'node:path'
import { readOperatorWallets } from './read.ts'

/** `npm run wallets -- check <file>` checks an operator's file of wallets as the server does at its start. */
const [command, file] = process.argv.slice(2)

if (command !== 'check' || file === undefined) {
  process.stderr.write('npm run wallets -- check <file>\n')
  process.exitCode = 2
} else {
  try {
    // npm runs scripts in the package's folder, but the given path is relative to the caller's folder.
    const wallets = await readOperatorWallets(resolve(process.env.INIT_CWD ?? '.', file))
    process.stdout.write(
      `${wallets.map(({ id, name }) => `${id}  ${name}\n`).join('')}${wallets.length} wallets, no mistakes\n`,
    )
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exitCode = 1
  }
}
