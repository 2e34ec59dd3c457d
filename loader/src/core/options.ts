import type { AppKitState } from '../../index.d.ts'
import type { HostOptions } from '../../protocol/api/frameApi.ts'

/** The script tag of `loader.js`. The browser tells no module script which tag loaded it. */
const { currentScript } = document
if (!currentScript) throw Error('AppKit: write <script src=loader.js>, no type=module')
const { dataset, nonce } = currentScript as HTMLElement

export { nonce }
export const { projectId = '', warm: warmOn, onload: readyFunction } = dataset
/** The options of the host page. The tag's attributes stay text until the bridge reads them. */
export const hostOptions = { theme: 'auto', ...dataset } as HostOptions & Pick<AppKitState, 'theme'>

/**
 * Returns `dark` or `light`. `auto` stands for the page's own colour scheme if the page declares one, else for the
 * visitor's.
 */
export const resolveTheme = (): string =>
  [
    hostOptions.theme,
    getComputedStyle(document.documentElement).colorScheme,
    matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light',
  ].find((scheme) => ['dark', 'light'].includes(scheme)) as string
