import { createHash } from 'node:crypto'
import type { BootstrapBlock, SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { LRUCache } from 'lru-cache'
import type { Project } from '../../config/projects.ts'
import type { EmbeddedWalletSettings } from '../../config/settings.ts'
import type { Offered } from '../../directory/offered.ts'
import { type Encoded, encode } from '../encodings.ts'
import type { PageName } from './builds.ts'

type SecureView = { theme: 'light' | 'dark'; locale: string }
type FrameView = SecureView & { rows: number; coreOnly: boolean }

/** Each variant of a document is compressed once and then cached, so the slowest quality is affordable. */
const documentBrotli = 11
const keptDocuments = 256
const maxRows = 6
/** With WalletConnect the list has two more rows: one for the QR code and one for the search. */
const relayRows = 2

type Options = {
  version: string
  frameOrigin: string
  secureOrigin: string
  frameTemplate: string
  secureTemplate: string
  wallet: EmbeddedWalletSettings
}

export const createDocuments = (options: Options) => {
  const { version, secureOrigin } = options
  const kept = new LRUCache<string, Promise<Encoded>>({ max: keptDocuments })
  const keep = (key: string, build: () => string): Promise<Encoded> => {
    const found = kept.get(key)
    if (found) return found
    const built = encode(new TextEncoder().encode(build()), documentBrotli)
    kept.set(key, built)
    return built
  }

  return {
    frame: (project: Project, ancestors: readonly string[], view: FrameView, offered: Offered): Promise<Encoded> =>
      keep(JSON.stringify(['f', project.id, ancestors, view, offered.version]), () => {
        const hasEmail = project.email && options.wallet.mail
        const { options: choices, theme, walletConnect, analytics } = project
        const walletRows =
          view.rows + offered.wallets.length + choices.customWallets.length + (walletConnect ? relayRows : 0)
        const bootstrap: BootstrapBlock = {
          version,
          projectId: project.id,
          projectName: project.name,
          secureOrigin,
          allowedOrigins: [...ancestors],
          networks: project.networks.map(({ chainNamespace, id, ...network }) => network),
          defaultNetwork: project.defaultNetwork,
          wallets: offered.wallets,
          walletCount: offered.walletCount,
          walletRows,
          options: choices,
          theme,
          ...(walletConnect && { walletConnect }),
          analytics,
          ...(hasEmail && { email: true }),
        }
        return fillTemplate(
          frameMarkup(options.frameTemplate, project, view, { walletRows, hasEmail }),
          frameTexts(project, view),
          bootstrap,
        )
      }),

    secure: (project: Project, ancestors: readonly string[], view: SecureView): Promise<Encoded> =>
      keep(JSON.stringify(['s', project.id, ancestors, view]), () =>
        fillTemplate(options.secureTemplate, lookTexts(view), secureBootstrap(options, project, ancestors)),
      ),

    /** A top-level page of the wallet, from its template. */
    page: (name: PageName, template: string, project: Project, view: SecureView): Promise<Encoded> =>
      keep(JSON.stringify([name, project.id, view]), () =>
        fillTemplate(template, lookTexts(view), secureBootstrap(options, project, project.allowedOrigins)),
      ),
  }
}

const secureBootstrap = (
  { version, frameOrigin, wallet }: Options,
  project: Project,
  ancestors: readonly string[],
): SecureBootstrap => ({
  version,
  projectId: project.id,
  projectName: project.name,
  frameOrigin,
  allowedOrigins: [...ancestors],
  trustedOrigins: project.trustedOrigins,
  email: project.email && wallet.mail,
  custody: wallet.custody,
  ...(wallet.guardianKey !== undefined && { guardianKey: wallet.guardianKey }),
  networks: project.networks,
  defaultNetwork: project.defaultNetwork,
})

const frameMarkup = (
  template: string,
  { options }: Project,
  { coreOnly }: FrameView,
  { walletRows, hasEmail }: { walletRows: number; hasEmail: boolean },
): string => {
  const legal = options.termsUrl !== undefined || options.privacyUrl !== undefined
  const chosen = [
    ['ui', !coreOnly],
    ['email', hasEmail],
    ['guide', options.walletGuide],
    ['legal', legal || options.legalCheckbox],
    ['terms', options.termsUrl !== undefined],
    ['privacy', options.privacyUrl !== undefined],
    ['both', options.termsUrl !== undefined && options.privacyUrl !== undefined],
    ['linked', legal],
    ['unlinked', !legal],
    ['checkbox', options.legalCheckbox],
  ] as const
  const markup = chosen.reduce((text, [name, keep]) => chooseBlock(text, name, keep), template)
  return repeatBlock(markup, 'row', walletRows)
}

const frameTexts = ({ options }: Project, view: FrameView): Record<string, string> => ({
  ...lookTexts(view),
  TERMS_URL: options.termsUrl ?? '',
  PRIVACY_URL: options.privacyUrl ?? '',
})

const lookTexts = ({ theme, locale }: SecureView): Record<string, string> => ({
  THEME: theme,
  LANG: locale,
  DIR: directionOf(locale),
})

/** Reads the query that the parent document writes. Invalid values fall back to defaults. */
export const readSecureView = (query: URLSearchParams): SecureView => {
  const locale = query.get('locale') ?? ''
  return {
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    locale: /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(locale) ? locale : 'en',
  }
}

export const readFrameView = (query: URLSearchParams): FrameView => {
  const rows = Number(query.get('rows'))
  return {
    ...readSecureView(query),
    rows: Number.isInteger(rows) ? Math.min(Math.max(rows, 1), maxRows) : 1,
    coreOnly: query.has('core'),
  }
}

export type Refusal = 'ORIGIN_NOT_ALLOWED' | 'INVALID_PROJECT_ID' | 'PROJECT_ID_NOT_CONFIGURED' | 'RATE_LIMITED'

/** A document that only posts one message to the host page: the reason why the modal can't open. */
export const refusedDocument = (reason: Refusal) => {
  const script = `parent.postMessage({t:'refused',reason:'${reason}'},'*')`
  const scriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`
  return { html: `<!doctype html><meta charset="utf-8"><title>Refused</title><script>${script}</script>`, scriptHash }
}

/** Fills the placeholders of a built document. Escapes all texts, so callers pass them unescaped. */
const fillTemplate = (template: string, texts: Record<string, string>, bootstrap: unknown): string => {
  const filled = template.replace(/%([A-Z_]+)%/g, (placeholder, key: string) => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined
    return text === undefined ? placeholder : escapeHtml(text)
  })
  // `replace` gets a function, because it would interpret `$&` in a replacement string.
  return filled.replace('<!--bootstrap-->', () => bootstrapBlock(bootstrap))
}

/** Removes the block `<!--name-->…<!--/name-->`, or only its two markers if `keep` is true. */
const chooseBlock = (template: string, name: string, keep: boolean): string =>
  template.replace(block(name), (_, content: string) => (keep ? content : ''))

const repeatBlock = (template: string, name: string, times: number): string =>
  template.replace(block(name), (_, content: string) => content.repeat(times))

const block = (name: string): RegExp => new RegExp(`<!--${name}-->([\\s\\S]*?)<!--/${name}-->`, 'g')

/**
 * Writes data as a script block that doesn't run, so CSP needs no hash. Escapes `<`, so that no text ends the block.
 */
const bootstrapBlock = (bootstrap: unknown): string =>
  `<script type="application/json" id="bootstrap">${JSON.stringify(bootstrap).replaceAll('<', '\\u003c')}</script>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
