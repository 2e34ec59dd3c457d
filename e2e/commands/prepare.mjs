// Runs on Node 20.19 with nothing installed: only Node's own modules, and no syntax that an older Node can't parse.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
const oldestNode = [20, 19]
const bin = join(repositoryRoot, 'node_modules', '.bin')
const projectNode = join(
  repositoryRoot,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * Brings a fresh clone to the point where the TypeScript part of a command can run, then runs it under the project's
 * own Node.
 */
export async function runUnderProjectNode(script, args = process.argv.slice(2)) {
  checkNodeVersion(process.versions.node)
  const data = checkDisk()
  await install(data)
  const child = spawn(nodeForTypeScript(), [join(repositoryRoot, script), ...args], {
    cwd: repositoryRoot,
    // The pipe tells the child when this process ends, however it ends (`stack/parentEnd.ts`).
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH || ''}`,
      DATA_DIR: data,
      APPKIT_PARENT_PIPE: '3',
      TURBO_TELEMETRY_DISABLED: '1',
      // Tests start dozens of servers. With this cache Node compiles the modules only for the first server.
      NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules', '.cache', 'compile'),
    },
  })
  // Ctrl-C reaches the child directly. A signal to this process alone is forwarded to it.
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}

export function checkNodeVersion(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  stop(`Node ${oldestNode.join('.')} or newer is needed, this is Node ${version}. Get one from https://nodejs.org.`)
}

/** Creates the data folder (`DATA_DIR`) and checks that it is writable. */
function checkDisk() {
  const data = process.env.DATA_DIR || join(repositoryRoot, '.data')
  try {
    makeFolder(data)
    accessSync(data, constants.W_OK)
    const probe = join(data, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
  } catch (cause) {
    stop(`Can't write to ${data} (${cause.code}). Set DATA_DIR to a folder that can be written.`)
  }
  return data
}

/**
 * Creates one folder level at a time, since Node's recursive mkdir never returns if a file system answers ENOENT, as
 * /proc does.
 */
function makeFolder(path) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

async function install(data) {
  if (!isInstalled()) {
    const release = await lock(join(data, 'install.lock'))
    try {
      // Another command may have installed the packages while this command waited for the lock.
      if (!isInstalled()) {
        console.log('Installing packages (npm ci) …')
        // `--loglevel=error` hides warnings about Node 20: the tools run only under the project's own Node.
        npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
      }
    } finally {
      release()
    }
  }
  // npm may have skipped the script that installs Node: because `ignore-scripts` is set, or because this version of npm
  // has no list of allowed scripts.
  if (!existsSync(projectNode) && Number(process.versions.node.split('.')[0]) < 24) {
    console.log("Installing the project's own Node …")
    npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'])
    if (!existsSync(projectNode)) stop("The package 'node' could not be installed. Run this with Node 24 instead.")
  }
}

/** Compares npm's list of installed packages, which it writes at the end of an install, with the lockfile. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')).packages
    const present = JSON.parse(
      readFileSync(join(repositoryRoot, 'node_modules', '.package-lock.json'), 'utf8'),
    ).packages
    return Object.entries(wanted).every(([path, entry]) => {
      if (!path.includes('node_modules/') || entry.optional || entry.devOptional) return true
      return entry.link
        ? existsSync(join(repositoryRoot, path))
        : present[path] && present[path].version === entry.version
    })
  } catch {
    return false
  }
}

/** Takes a lock file. Only one process can create it, and a lock of a dead process is taken over. */
async function lock(file) {
  for (let announced = false; ; announced = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (cause) {
      if (cause.code !== 'EEXIST') throw cause
    }
    if (!hasOwner(file)) rmSync(file, { force: true })
    else if (!announced) console.log('Another command is installing packages; waiting for it …')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function hasOwner(file) {
  try {
    const owner = readFileSync(file, 'utf8')
    // A new lock file is empty until its owner writes its process id, so an empty new file counts as owned.
    if (owner === '') return Date.now() - statSync(file).mtimeMs < 5_000
    process.kill(Number(owner), 0)
    return true
  } catch (cause) {
    return cause.code === 'EPERM'
  }
}

function npm(args) {
  // Inside `npm run`, `npm_execpath` is the path of npm's script. Node can run this script on every system.
  const script = process.env.npm_execpath
  const usesScript = script && /\.c?js$/.test(script)
  const result = spawnSync(usesScript ? process.execPath : 'npm', usesScript ? [script, ...args] : args, {
    cwd: repositoryRoot,
    stdio: 'inherit',
    shell: !usesScript && process.platform === 'win32',
  })
  if (result.status !== 0)
    stop(`npm ${args[0]} failed. If the disk is read-only or the network is off, that is why; its own words are above.`)
}

function nodeForTypeScript() {
  return existsSync(projectNode) ? projectNode : process.execPath
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
