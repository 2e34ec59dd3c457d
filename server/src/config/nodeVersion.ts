/** Programs import this file first, because other modules may not run on an older Node. */
const oldest = [20, 19] as const

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
  process.stderr.write(`Node ${oldest.join('.')} or newer is needed, this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
