import { createHash } from 'node:crypto'
import { isPhoneUserAgent } from '@appkit-frame/loader/protocol/api/isPhoneAgent.ts'
import type { Bootstrap, BootstrapBlock, SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import {
  type LanguageCode,
  languageCodes,
  shippedLanguageOf,
} from '@appkit-frame/loader/protocol/messages/languages.ts'
import { LRUCache } from 'lru-cache'
import type { Project } from '../../config/projects.ts'
import type { EmbeddedWalletSettings } from '../../config/settings.ts'
import type { FirstViewWallets } from '../../directory/firstViewWallets.ts'
import { type EncodedBody, encodeBody } from '../encodings.ts'
import { logError } from '../failures.ts'
import type { Log } from '../log.ts'
import { type Prerender, type WalletPageName, walletPageNames } from './builds.ts'
import type { createFirstIcons } from './firstIcons.ts'

type SecureView = { theme: 'light' | 'dark'; locale: LanguageCode }
type FrameView = SecureView & { isPhone: boolean; coreOnly: boolean }

/** Each variant of a document is compressed once and then cached, so the server can afford the slowest compression. */
const documentBrotli = 11
/**
 * The most documents of one project: languages × 2 themes × variants. The variants are the frame on 2 device classes,
 * with and without views, the secure frame, and the wallet's pages. The cache has this many entries for each project,
 * so that the documents of one project never evict those of another.
 */
const documentsPerProject = languageCodes.length * 2 * (2 * 2 + 1 + walletPageNames.length)
/** The time after which a document without a first view is built again. */
const retryMs = 60_000

type WindowFacts = { key: string; isOpenedByWallet: boolean }

type Options = {
  projectCount: number
  version: string
  frameOrigin: string
  secureOrigin: string
  frameTemplate: string
  prerender: Prerender
  /** Adds icons to the first wallets of the list. */
  addIcons: ReturnType<typeof createFirstIcons>
  secureTemplate: string
  wallet: EmbeddedWalletSettings
  log: Log
  now: () => number
}

/** The HTML of a document. The cache keeps it for `keptMs`, or as long as it has room. */
type Built = { html: string; keptMs?: number | undefined }
/** A cached document, and the version of the wallet list that it shows. */
type Kept = { version: string | undefined; encoded: Promise<EncodedBody> }

export const createDocuments = (options: Options) => {
  const kept = new LRUCache<string, Kept>({
    max: options.projectCount * documentsPerProject,
    perf: { now: options.now },
  })
  /** A document of another `version` replaces the cached one, so that old versions take no room in the cache. */
  const keep = (
    key: readonly unknown[],
    build: () => Built | Promise<Built>,
    version?: string,
  ): Promise<EncodedBody> => {
    const name = JSON.stringify(key)
    const found = kept.get(name)
    if (found && found.version === version) return found.encoded
    const isCurrent = () => kept.peek(name) === made
    const encodeBuilt = async () => {
      const { html, keptMs } = await build()
      if (keptMs !== undefined && isCurrent()) kept.set(name, made, { ttl: keptMs })
      return encodeBody(new TextEncoder().encode(html), documentBrotli)
    }
    const made: Kept = { version, encoded: encodeBuilt() }
    kept.set(name, made)
    // Forget a failed document, so that the next request builds it again.
    made.encoded.catch(() => isCurrent() && kept.delete(name))
    return made.encoded
  }

  return {
    /**
     * The document of the frame. It depends on no origin, so a project has few variants: languages × themes × device
     * classes. If its first view can't be rendered, the root is empty, and the views render everything in the browser.
     */
    frame: (project: Project, view: FrameView, firstView: FirstViewWallets): Promise<EncodedBody> => {
      const build = async (): Promise<Built> => {
        const wallets = await options.addIcons(project, firstView.wallets)
        const bootstrap = frameBootstrap(options, project, { ...firstView, wallets })
        const rendered = view.coreOnly ? noFirstView : await renderFirstView(options, bootstrap, view)
        const html = fillFrame(options.frameTemplate, bootstrap, view, rendered ?? noFirstView)
        return { html, keptMs: rendered ? undefined : retryMs }
      }
      return keep(['f', project.id, view], build, firstView.version)
    },

    secure: (project: Project, view: SecureView): Promise<EncodedBody> =>
      keep(['s', project.id, view], () => ({
        html: fillTemplate(options.secureTemplate, lookTexts(view), secureBootstrap(options, project)),
      })),

    /** A top-level page of the wallet, from its template. */
    page: (name: WalletPageName, template: string, project: Project, view: SecureView): Promise<EncodedBody> =>
      keep([name, project.id, view], () => ({
        html: fillTemplate(template, lookTexts(view), secureBootstrap(options, project)),
      })),

    /**
     * The wallet window's document for a top-level navigation, with the key that proves later requests of the window.
     * Each browser has another key, so the document is neither cached nor compressed.
     */
    window: (template: string, project: Project, view: SecureView, { key, isOpenedByWallet }: WindowFacts): string =>
      fillTemplate(template, lookTexts(view), {
        ...secureBootstrap(options, project),
        windowKey: key,
        isOpenedByWallet,
      }),
  }
}

const noFirstView: Awaited<ReturnType<Prerender>> = { root: '', template: '', failure: '' }

/** Renders the first view of a document. Logs an error and returns undefined if the rendering fails. */
const renderFirstView = async ({ prerender, log }: Options, bootstrap: Bootstrap, view: FrameView) => {
  const { theme, locale: language, isPhone } = view
  try {
    return await prerender({ bootstrap, theme, language, isPhone })
  } catch (error) {
    logError(log, error, 'first view was not rendered', { project: bootstrap.projectId, language, theme, isPhone })
    return undefined
  }
}

const fillFrame = (
  frameTemplate: string,
  bootstrap: Bootstrap,
  view: FrameView,
  { root, template, failure }: typeof noFirstView,
): string => {
  const block: BootstrapBlock = {
    ...bootstrap,
    networks: bootstrap.networks.map(({ chainNamespace, id, ...network }) => network),
  }
  const texts = { ...lookTexts(view), DEVICE: view.isPhone ? 'phone' : 'desktop' }
  const markup = {
    'first-view': view.coreOnly ? '' : `<div id="root">${root}</div>${template}`,
    failure: failure && `<template id="failure">${failure}</template>`,
    bootstrap: bootstrapBlock(block),
  }
  const blocks = {
    ui: !view.coreOnly,
    ...Object.fromEntries(languageCodes.map((code) => [`language-${code}`, code === view.locale])),
    collapsed: bootstrap.options.collapseWallets === true,
  }
  const chosen = Object.entries(blocks).reduce((html, [name, keep]) => chooseBlock(html, name, keep), frameTemplate)
  // Fill in the markup last and in one pass, because its names and addresses may look like placeholders.
  return fillTexts(chosen, texts).replace(
    /<!--(first-view|failure|bootstrap)-->/g,
    (_, name: keyof typeof markup) => markup[name],
  )
}

const secureBootstrap = ({ version, frameOrigin, wallet }: Options, project: Project): SecureBootstrap => ({
  version,
  projectId: project.id,
  projectName: project.name,
  frameOrigin,
  allowedOrigins: project.allowedOrigins,
  trustedOrigins: project.trustedOrigins,
  allowedAncestors: project.allowedAncestors,
  sites: project.sites,
  email: project.email && wallet.mail,
  ...(wallet.captchaPage !== undefined && { captchaPage: wallet.captchaPage }),
  custody: wallet.custody,
  ...(wallet.guardianKey !== undefined && { guardianKey: wallet.guardianKey }),
  networks: project.networks,
  defaultNetwork: project.defaultNetwork,
})

const frameBootstrap = (
  { version, secureOrigin, wallet }: Options,
  project: Project,
  firstView: FirstViewWallets,
): Bootstrap => {
  const { options, theme, walletConnect, analytics, allowedAncestors } = project
  return {
    version,
    projectId: project.id,
    projectName: project.name,
    secureOrigin,
    allowedOrigins: project.allowedOrigins,
    ...(allowedAncestors.length > 0 && { allowedAncestors }),
    networks: project.networks,
    defaultNetwork: project.defaultNetwork,
    wallets: firstView.wallets,
    walletCount: firstView.walletCount,
    options,
    theme,
    ...(walletConnect && { walletConnect }),
    analytics,
    ...(project.email && wallet.mail && { email: true }),
  }
}

const lookTexts = ({ theme, locale }: SecureView): Record<string, string> => ({
  THEME: theme,
  LANG: locale,
  DIR: directionOf(locale),
})

/**
 * Reads theme and language from the document's query, which the parent document writes. Invalid values become the
 * defaults.
 */
export const readSecureView = (query: URLSearchParams): SecureView => ({
  theme: query.get('theme') === 'dark' ? 'dark' : 'light',
  locale: shippedLanguageOf(query.get('locale') ?? ''),
})

export const readFrameView = (query: URLSearchParams, userAgent: string): FrameView => ({
  ...readSecureView(query),
  isPhone: isPhoneUserAgent(userAgent),
  coreOnly: query.has('core'),
})

export type DocumentRefusal = 'ORIGIN_NOT_ALLOWED' | 'INVALID_PROJECT_ID' | 'PROJECT_ID_NOT_CONFIGURED' | 'RATE_LIMITED'

/**
 * A document for a refused request. It only posts one message to the host page: the reason why the modal can't open.
 */
export const makeRefusalDocument = (reason: DocumentRefusal) => {
  const script = `parent.postMessage({t:'refused',reason:'${reason}'},'*')`
  const scriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`
  return { html: `<!doctype html><meta charset="utf-8"><title>Refused</title><script>${script}</script>`, scriptHash }
}

/** Fills the placeholders of a template. `replace` gets functions, because it would interpret `$&` in a text. */
const fillTemplate = (template: string, texts: Record<string, string>, bootstrap: unknown): string =>
  fillTexts(template, texts).replace('<!--bootstrap-->', () => bootstrapBlock(bootstrap))

/** Fills placeholders with texts, and escapes the texts. */
const fillTexts = (template: string, texts: Record<string, string>): string =>
  template.replace(/%([A-Z_]+)%/g, (placeholder, key: string) => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined
    return text === undefined ? placeholder : escapeHtml(text)
  })

/** Removes the block `<!--name-->…<!--/name-->` from a template, or only the two markers if `keep` is true. */
const chooseBlock = (template: string, name: string, keep: boolean): string =>
  template.replace(block(name), (_, content: string) => (keep ? content : ''))

const block = (name: string): RegExp => new RegExp(`<!--${name}-->([\\s\\S]*?)<!--/${name}-->`, 'g')

/**
 * Writes data as a script block that doesn't run, so CSP needs no hash. Escapes `<`, so that no text ends the block.
 */
const bootstrapBlock = (bootstrap: unknown): string =>
  `<script type="application/json" id="bootstrap">${JSON.stringify(bootstrap).replaceAll('<', '\\u003c')}</script>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
