import { createHash } from 'node:crypto'
import type { Bootstrap, DirectoryWallet, SecureBootstrap } from 'loader/protocol/serverApi.ts'
import { type Encoded, encode } from './encodings.ts'
import type { Project } from './projects.ts'
import { createRecent } from './recent.ts'
import { chooseBlock, fillTemplate, repeatBlock } from './templates.ts'

export type FrameView = { theme: 'light' | 'dark'; rows: number; locale: string; coreOnly: boolean }

/** A document is built while a visitor waits for it, and then kept. */
const quickBrotli = 6
const keptDocuments = 256
const recommendedWallets = 4
const maxRows = 6

type Options = {
  version: string
  frameOrigin: string
  secureOrigin: string
  frameTemplate: string
  secureTemplate: string
  wallets: readonly DirectoryWallet[]
}

export const createDocuments = (options: Options) => {
  const { version, frameOrigin, secureOrigin, wallets } = options
  const kept = createRecent<Promise<Encoded>>(keptDocuments)
  const keep = (key: string, build: () => string): Promise<Encoded> => {
    const found = kept.get(key)
    if (found) return found
    const built = encode(new TextEncoder().encode(build()), quickBrotli)
    kept.set(key, built)
    return built
  }

  return {
    frame: (project: Project, ancestors: readonly string[], view: FrameView): Promise<Encoded> =>
      keep(JSON.stringify(['f', project.id, ancestors, view]), () => {
        const { options: choices, theme, analytics } = project
        const bootstrap: Bootstrap = {
          version,
          projectId: project.id,
          projectName: project.name,
          secureOrigin,
          allowedOrigins: [...ancestors],
          networks: project.networks,
          defaultNetwork: project.defaultNetwork,
          wallets: chooseWallets(project, wallets),
          walletCount: wallets.length,
          options: choices,
          theme,
          analytics,
        }
        return fillTemplate(frameMarkup(options.frameTemplate, project, view), frameTexts(project, view), bootstrap)
      }),

    secure: (project: Project, ancestors: readonly string[], locale: string): Promise<Encoded> =>
      keep(JSON.stringify(['s', project.id, ancestors, locale]), () => {
        const bootstrap: SecureBootstrap = {
          version,
          projectId: project.id,
          frameOrigin,
          allowedOrigins: [...ancestors],
        }
        return fillTemplate(options.secureTemplate, languageTexts(locale), bootstrap)
      }),
  }
}

const frameMarkup = (template: string, { options }: Project, { rows, coreOnly }: FrameView): string => {
  const legal = options.termsUrl !== undefined || options.privacyUrl !== undefined
  const chosen = [
    ['ui', !coreOnly],
    ['legal', legal || options.legalCheckbox],
    ['terms', options.termsUrl !== undefined],
    ['privacy', options.privacyUrl !== undefined],
    ['checkbox', options.legalCheckbox],
  ] as const
  const markup = chosen.reduce((text, [name, keep]) => chooseBlock(text, name, keep), template)
  return repeatBlock(markup, 'row', rows)
}

const frameTexts = ({ options }: Project, { theme, locale }: FrameView): Record<string, string> => ({
  THEME: theme,
  ...languageTexts(locale),
  TERMS_URL: options.termsUrl ?? '',
  PRIVACY_URL: options.privacyUrl ?? '',
})

const languageTexts = (locale: string): Record<string, string> => ({ LANG: locale, DIR: direction(locale) })

/** What the first views show without asking: the featured wallets in their order, then the directory's first ones. */
const chooseWallets = ({ options }: Project, wallets: readonly DirectoryWallet[]): DirectoryWallet[] => {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = options
  const featured = featuredWalletIds.flatMap((id) => wallets.find((wallet) => wallet.id === id) ?? [])
  const others = wallets.filter(
    ({ id }) =>
      !featuredWalletIds.includes(id) &&
      !excludeWalletIds.includes(id) &&
      (includeWalletIds.length === 0 || includeWalletIds.includes(id)),
  )
  return [...featured, ...others.slice(0, recommendedWallets)]
}

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ku', 'ps', 'sd', 'ug', 'ur', 'yi'])
const direction = (locale: string): 'ltr' | 'rtl' => (rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr')

/** Reads the query that the loader writes; anything else falls back, so that a stray link still shows the modal. */
export const readView = (query: URLSearchParams): FrameView => {
  const rows = Number(query.get('rows'))
  return {
    theme: query.get('theme') === 'dark' ? 'dark' : 'light',
    rows: Number.isInteger(rows) ? Math.min(Math.max(rows, 1), maxRows) : 1,
    locale: readLocale(query.get('locale')),
    coreOnly: query.has('core'),
  }
}

export const readLocale = (locale: string | null): string =>
  locale !== null && /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/.test(locale) ? locale : 'en'

/** A document that holds one sentence for the page around it: why the modal will not come. */
export const refusedDocument = (reason: 'ORIGIN_NOT_ALLOWED' | 'INVALID_PROJECT_ID' | 'PROJECT_ID_NOT_CONFIGURED') => {
  const script = `parent.postMessage({t:'refused',reason:'${reason}'},'*')`
  const scriptHash = `sha256-${createHash('sha256').update(script).digest('base64')}`
  return { html: `<!doctype html><meta charset="utf-8"><title>Refused</title><script>${script}</script>`, scriptHash }
}
