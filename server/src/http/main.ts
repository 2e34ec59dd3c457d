import { createServer, type Server } from 'node:http'
import { join, resolve } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { readDirectory } from '../../directory/read.ts'
import { readConfig } from '../config/config.ts'
import { createProject } from '../config/projects.ts'
import { readReleaseKey } from '../config/releaseKeys.ts'
import { readSettings, type Settings } from '../config/settings.ts'
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

const start = async (): Promise<void> => {
  const config = readConfig(process.env)
  const settings = readSettings(config, process.env)
  const directory = await readDirectory(join(packageFolder, 'directory'), config.directory.wallets)
  const builds = await readBuilds(resolve(process.env.BUILDS_DIR ?? join(packageFolder, '..')), settings)
  if (process.argv[2] === '--publish') return publish(settings, builds)
  const projects = config.projects.map((project) => createProject(project, directory.networkImages))
  let stopping = false
  const now = () => performance.now()
  const { upstream } = config.directory
  const listing = upstream
    ? createUpstreamListing(directory, createUpstreamApi(upstream, log, now), now)
    : createDirectoryListing(directory)
  const files = createIconFiles(join(settings.dataDir, 'pictures'))
  const icons = createIconLoader({ redraw: createImageRedrawer(log), files, log, now, clock: Date.now })
  const { mail } = config
  const { dataDir } = settings
  // Logins of the embedded wallet need a mail server. Without one, only several server processes need a database.
  const { storage, signingKey } =
    mail || process.env.DATABASE_URL
      ? await openStorage({ dataDir, environment: process.env, log, fail }, join(packageFolder, 'migrations/wallet'))
      : { storage: null, signingKey: await openSigningKey(dataDir, process.env) }
  const signIn = await openSignIn({ dataDir, key: signingKey, storage, now, clock: Date.now })
  const embedded = mail && storage ? await openEmbeddedWallet({ mail, settings, storage, log }) : null
  const app = createApp({
    settings,
    projects,
    directory,
    listing,
    icons,
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

/** `main.js --publish`: writes this build into the folder of releases and ends. The deploy runs it first. */
const publish = async ({ releases, ...origins }: Settings, builds: PackageBuilds): Promise<void> => {
  if (!releases) throw new Error('--publish needs RELEASES_DIR and RELEASES_PUBLIC_KEY.')
  const key = readReleaseKey(process.env.RELEASES_PRIVATE_KEY, 'RELEASES_PRIVATE_KEY', 'private')
  const { id, added } = await publishRelease(releases, key, origins, builds)
  log.write('published', { release: id, files: added })
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

start().catch(fail)
