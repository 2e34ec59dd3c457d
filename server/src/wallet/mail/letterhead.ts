import type { Project } from '../../config/projects.ts'

/** The site that a mail is from. Everything in it comes from the operator's configuration, never from a page. */
export type Letterhead = {
  /** The site's name. */
  site: string
  /** The host of the wallet's windows, which visitors can compare with the window on their screen. */
  wallet: string
  accent?: string | undefined
  /** The URL of the site's logo. */
  logo?: string | undefined
}

/** The letterhead of a site: its name and logo in the configuration, else the project's name. A null `host` names no site. */
export const letterheadOf = (
  projects: readonly Project[],
  projectId: string,
  host: string | null,
  secureOrigin: string,
): Letterhead => {
  const project = projects.find(({ id }) => id === projectId)
  const site = project?.sites.find(({ origin }) => origin === host)
  return {
    site: site?.name ?? project?.name ?? projectId,
    wallet: hostOf(secureOrigin),
    accent: project?.theme.accent,
    logo: project?.logoUrls.get(site?.logo ?? ''),
  }
}

/** Writes an origin as people do. The scheme shows only if it is not https. */
export const hostOf = (origin: string): string => origin.replace(/^https:\/\//, '')
