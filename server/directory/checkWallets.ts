import { resolve } from 'node:path'
import { readOwnWallets } from './read.ts'

/**
 * `npm run wallets -- check <file>`: says of a file of wallets what the server would say at its start, without one.
 */
const [command, file] = process.argv.slice(2)

if (command !== 'check' || file === undefined) {
  process.stderr.write('npm run wallets -- check <file>\n')
  process.exitCode = 2
} else {
  try {
    // npm runs scripts in the package's folder; the file was named from where the command was typed.
    const wallets = await readOwnWallets(resolve(process.env.INIT_CWD ?? '.', file))
    process.stdout.write(
      `${wallets.map(({ id, name }) => `${id}  ${name}\n`).join('')}${wallets.length} wallets, no mistakes\n`,
    )
  } catch (cause) {
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
    process.exitCode = 1
  }
}
