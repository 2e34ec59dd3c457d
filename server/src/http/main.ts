import '../config/nodeVersion.ts'
import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { readDirectory } from '../../directory/read.ts'
import { readConfig } from '../config/config.ts'
import { createProject } from '../config/projects.ts'
import { readReleaseKey } from '../config/releaseKeys.ts'
import { readSettings, type Settings } from '../config/settings.ts'
import { openTokenLists } from '../data/tokenLists/tokenLists.ts'
import { moveDatabase } from '../database/moveDatabase.ts'
import { openStorage } from '../database/openStorage.ts'
import { createIconFiles } from '../directory/icons/iconFiles.ts'
import { createIconLoader } from '../directory/icons/icons.ts'
import { createImageRedrawer } from '../directory/icons/redraw.ts'
import { createDirectoryListing, createUpstreamListing } from '../directory/listing.ts'
import { createUpstreamApi } from '../directory/upstream.ts'
import { openSignIn } from '../signIn/openSignIn.ts'
import { openSigningKey } from '../signIn/signingKey.ts'
import { openEmbeddedWallet } from '../wallet/openEmbedded.ts'
import { createSharedAddressHash } from './analytics.ts'
import { createApp } from './app.ts'
import { type PackageBuilds, readBuilds } from './documents/builds.ts'
import { publishRelease } from './documents/publishRelease.ts'
import { createReleases } from './documents/releases.ts'
import { createLog } from './log.ts'
import { IdentifiedResponse } from './requestId.ts'
import { createFail, stopGracefully } from './stop.ts'

const serverOptions = {
  ServerResponse: IdentifiedResponse,
  // These limits are short, because visitors' requests are small, so a slow upload is an attack.
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // The keep-alive is longer than that of common reverse proxies, so that a proxy never writes to a closing connection.
  keepAliveTimeout: 75_000,
}

const packageFolder = resolve(import.meta.dirname, import.meta.filename.endsWith('.ts') ? '../..' : '..')
const log = createLog(
  (text) => process.stdout.write(text),
  () => new Date(),
)
const fail = createFail(log)
const migrationsFolder = join(packageFolder, 'migrations/wallet')

const readConfiguration = () => {
  const config = readConfig(process.env)
  return { config, settings: readSettings(config, process.env) }
}
const readOwnBuilds = (settings: Settings): Promise<PackageBuilds> =>
  readBuilds(resolve(process.env.BUILDS_DIR ?? join(packageFolder, '..')), settings)

const start = async (): Promise<void> => {
  const { config, settings } = readConfiguration()
  const directory = await readDirectory(join(packageFolder, 'directory'), config.directory.wallets)
  const builds = await readOwnBuilds(settings)
  const projects = config.projects.map((project) => createProject(project, directory.networkImages))
  let stopping = false
  const now = () => performance.now()
  const { upstream } = config.directory
  const listing = upstream
    ? createUpstreamListing(directory, createUpstreamApi(upstream, log, now), now)
    : createDirectoryListing(directory)
  const files = createIconFiles(join(settings.dataDir, 'pictures'))
  const icons = createIconLoader({ redraw: createImageRedrawer(log), files, log, now, clock: Date.now })
  const tokenLists = await openTokenLists({ folder: join(packageFolder, 'directory'), projects, log, now })
  const { mail } = config
  const { dataDir } = settings
  // Logins of the embedded wallet need a mail server. Without one, only several server processes need a database.
  const { storage, signingKey } =
    mail || process.env.DATABASE_URL
      ? await openStorage({ dataDir, environment: process.env, log, fail }, migrationsFolder)
      : { storage: null, signingKey: await openSigningKey(dataDir, process.env) }
  const signIn = await openSignIn({ dataDir, key: signingKey, storage, now, clock: Date.now })
  const embedded = mail && storage ? await openEmbeddedWallet({ mail, settings, projects, icons, storage, log }) : null
  const app = createApp({
    settings,
    projects,
    directory,
    listing,
    icons,
    tokenLists,
    builds,
    releases: settings.releases ? createReleases(settings.releases, settings, log, now) : null,
    signIn,
    sharedAddressHash: storage?.isShared ? createSharedAddressHash(storage.secrets) : null,
    probe: storage?.probe ?? null,
    embedded,
    log,
    now,
    clock: Date.now,
    isReady: () => !stopping,
  })

  stopGracefully(
    listen(app, settings, builds.loader.tag),
    log,
    () => {
      stopping = true
      embedded?.stop()
    },
    async () => storage?.close(),
  )
}

const listen = (app: Hono, settings: Settings, tag: string): Server => {
  const server = createServer(serverOptions, getRequestListener(app.fetch))
  server.on('error', (error: NodeJS.ErrnoException) => fail(nameCause(error, settings)))
  server.listen(settings.port, settings.host, () => {
    const { port, frameOrigin, secureOrigin } = settings
    log.write('ready', { port, modalOrigin: frameOrigin, walletOrigin: secureOrigin, tag })
    log.flush()
  })
  return server
}

/** Writes this build into the folder of releases. The deploy does this before it starts the build. */
const publish = async (): Promise<void> => {
  const { settings } = readConfiguration()
  if (!settings.releases) throw new Error('--publish needs RELEASES_DIR and RELEASES_PUBLIC_KEY.')
  const key = readReleaseKey(process.env.RELEASES_PRIVATE_KEY, 'RELEASES_PRIVATE_KEY', 'private')
  const { id, added } = await publishRelease(settings.releases, key, settings, await readOwnBuilds(settings))
  log.write('published', { release: id, files: added })
  log.flush()
}

/** Copies the embedded database into PostgreSQL. */
const moveOwnDatabase = async (): Promise<void> => {
  const { dataDir } = readConfiguration().settings
  const { DATABASE_URL: url } = process.env
  if (!url) throw new Error('--move-database needs DATABASE_URL, the empty PostgreSQL.')
  log.write('moved', { rows: await moveDatabase(join(dataDir, 'wallet-db'), url, migrationsFolder) })
  log.flush()
}

const nameCause = (error: NodeJS.ErrnoException, { port, host }: Settings): Error => {
  if (error.code === 'EADDRINUSE') return new Error(`Port ${port} is taken. Set PORT to another one.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} may not be used by this user. Set PORT to one above 1023.`)
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new Error(`${host} is no address of this machine. Set HOST to one that is.`)
  return error
}

/** An argument makes the program do one of these things instead of serving. */
const commands: Readonly<Record<string, () => Promise<void>>> = {
  '--publish': publish,
  '--move-database': moveOwnDatabase,
}
const [, , word] = process.argv
const run = word === undefined ? start : commands[word]
if (run) run().catch(fail)
else fail(new Error(`${word} is no command. There are ${Object.keys(commands).join(' and ')}.`))
