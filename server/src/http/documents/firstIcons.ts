import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Project } from '../../config/projects.ts'
import type { ServerParts } from '../parts.ts'

/** The number of wallets that a visitor sees without scrolling. */
const iconLimit = 5
/** The most characters of all data URLs together. A larger document would delay the first paint. */
const budget = 6_144

/**
 * Writes the icons of the first wallets into their rows, so that the first paint needs no other request. Uses only
 * shipped icons, so that no document waits for another server. The frame fetches all other icons.
 */
export const createFirstIcons = ({ directory, icons }: Pick<ServerParts, 'directory' | 'icons'>) => {
  const iconUrl = async (project: Project, { image_id: id }: DirectoryWallet): Promise<string | undefined> => {
    if (id === undefined || project.iconUrls.has(id) || directory.operatorIconUrl(id) !== undefined) return undefined
    const shipped = directory.walletImage(id)
    if (!shipped) return undefined
    try {
      return `data:image/webp;base64,${(await icons.shrink(shipped)).toString('base64')}`
    } catch {
      // `sharp` is not installed or can't read the image, so the frame fetches the icon.
      return undefined
    }
  }

  return async (project: Project, wallets: readonly DirectoryWallet[]): Promise<DirectoryWallet[]> => {
    const urls = await Promise.all(wallets.slice(0, iconLimit).map((wallet) => iconUrl(project, wallet)))
    let left = budget
    return wallets.map((wallet, index) => {
      const url = urls[index]
      if (url === undefined || url.length > left) return wallet
      left -= url.length
      return { ...wallet, image_url: url }
    })
  }
}
