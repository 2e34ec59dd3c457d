import type { HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ProjectOptions, ProjectTheme } from '@appkit-frame/loader/protocol/api/serverApi.ts'

/** Options of the project merged with those of the host. */
export type MergedOptions = ProjectOptions &
  Required<Pick<ProjectOptions, 'connectorImages' | 'chainImages'>> &
  Pick<HostOptions, 'metadata'> &
  ProjectTheme

/**
 * The host's options win for theme and order, never for safety: the host can't show a wallet that the project hides,
 * nor drop a required check box.
 */
export const mergeOptions = (project: ProjectOptions, theme: ProjectTheme, host: HostOptions): MergedOptions => ({
  ...project,
  ...present({ accent: theme.accent, radius: theme.radius, font: theme.font, width: theme.width }),
  ...present({
    accent: host.accent,
    radius: host.radius,
    font: host.font,
    connectorTypeOrder: host.connectorTypeOrder?.filter((kind) => kind !== 'external'),
    connectMethodsOrder: host.connectMethodsOrder,
    collapseWallets: host.collapseWallets,
    allWallets: host.allWallets,
    featuredWalletIds: host.featuredWalletIds,
    includeWalletIds: host.includeWalletIds,
    customWallets: host.customWallets,
    termsUrl: host.termsUrl,
    privacyUrl: host.privacyUrl,
    unsupportedChain: host.unsupportedChain,
    debug: host.debug,
    metadata: host.metadata,
    manualWalletConnect: host.manualWalletConnect,
  }),
  excludeWalletIds: [...new Set([...project.excludeWalletIds, ...(host.excludeWalletIds ?? [])])],
  connectorImages: { ...project.connectorImages, ...host.connectorImages },
  chainImages: { ...project.chainImages, ...host.chainImages },
  legalCheckbox: project.legalCheckbox || host.legalCheckbox === true,
})

const present = <Value extends object>(values: Value): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>
  }
