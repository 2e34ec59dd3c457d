import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from 'loader/protocol/errors.ts'
import type { CaipNetworkId } from 'loader/protocol/frameApi.ts'
import type { DirectoryWallet } from 'loader/protocol/serverApi.ts'
import * as v from 'valibot'
import { parseWallets } from './parseWallets.ts'

export type Directory = {
  /** In the order of the file. */
  wallets: DirectoryWallet[]
  networkImages: Record<CaipNetworkId, string>
  /** A webp of at most 128 px, or undefined where the directory has none: then a mark is drawn. */
  walletImage: (id: string) => Buffer | undefined
  networkImage: (id: string) => Buffer | undefined
}

/**
 * Reads and checks the whole directory once, at start, so that a bad row stops the server with its line instead of
 * reaching a visitor. The pictures are under 1 MB together and stay in memory: no request names a path.
 */
export const readDirectory = async (folder: string): Promise<Directory> => {
  const [json, images, wallets, networks] = await Promise.all([
    readFile(join(folder, 'wallets.json'), 'utf8'),
    readFile(join(folder, 'networkImages.json'), 'utf8'),
    readImages(join(folder, 'images', 'wallets')),
    readImages(join(folder, 'images', 'networks')),
  ])
  const { wallets: rows, problems } = parseWallets(json)
  if (problems.length > 0) {
    const message = problems.map(({ line, reason }) => `wallets.json line ${line}: ${reason}`).join('\n')
    throw new AppError('INVALID_INPUT', { message })
  }
  return {
    wallets: rows.map(({ source, ...wallet }) => wallet),
    networkImages: v.parse(v.record(v.string(), v.string()), JSON.parse(images)),
    walletImage: (id) => wallets.get(id),
    networkImage: (id) => networks.get(id),
  }
}

const readImages = async (folder: string): Promise<Map<string, Buffer>> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.webp'))
  const images = await Promise.all(files.map((file) => readFile(join(folder, file))))
  return new Map(files.map((file, index) => [file.slice(0, -'.webp'.length), images[index] ?? Buffer.alloc(0)]))
}
