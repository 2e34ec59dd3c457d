import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { OperatorRow } from './operatorRow.ts'
import { parseOperatorWallets, parseWallets, type RowProblem } from './parseWallets.ts'
import { isSameWallet } from './sameWallet.ts'

export type Directory = {
  /** The operator's wallets, then the shipped ones, each in the order of their file. */
  wallets: DirectoryWallet[]
  operatorWallets: DirectoryWallet[]
  /** The icon URL that the operator configured for a wallet. Undefined without one. */
  operatorIconUrl: (id: string) => string | undefined
  networkImages: Record<CaipNetworkId, string>
  /** A wallet's image in webp, at most 128 px. Undefined if the directory contains no image of the wallet. */
  walletImage: (id: string) => Buffer | undefined
  networkImage: (id: string) => Buffer | undefined
}

/**
 * Reads and checks the whole directory when the server starts, so that an invalid row stops the server. The images,
 * under 1 MB together, stay in memory, so that no request can name a path on the disk.
 */
export const readDirectory = async (folder: string, operatorFile?: string): Promise<Directory> => {
  const [shipped, operatorRows, images, wallets, networks] = await Promise.all([
    readFile(join(folder, 'wallets.json'), 'utf8'),
    operatorFile === undefined ? [] : readOperatorWallets(operatorFile),
    readFile(join(folder, 'networkImages.json'), 'utf8'),
    readImages(join(folder, 'images', 'wallets')),
    readImages(join(folder, 'images', 'networks')),
  ])
  const parsed = parseWallets(shipped)
  refuse('wallets.json', parsed.problems)
  const rows = parsed.wallets.map(({ source, ...wallet }): DirectoryWallet => wallet)
  const operatorWallets = operatorRows.map((row) => mergeWithShipped(row, rows))
  const iconUrls = new Map(
    operatorRows.flatMap(({ id, image_url }) => (image_url === undefined ? [] : [[id, image_url]])),
  )
  return {
    wallets: [
      ...operatorWallets,
      ...rows.filter((row) => !operatorWallets.some((wallet) => isSameWallet(wallet, row))),
    ],
    operatorWallets,
    operatorIconUrl: (id) => iconUrls.get(id),
    networkImages: v.parse(v.record(v.string(), v.string()), JSON.parse(images)),
    walletImage: (id) => wallets.get(id),
    networkImage: (id) => networks.get(id),
  }
}

/** Reads an operator's file of wallets. Throws one error that lists all problems with their lines. */
export const readOperatorWallets = async (file: string): Promise<OperatorRow[]> => {
  let json: string
  try {
    json = await readFile(file, 'utf8')
  } catch (cause) {
    throw new AppError(commonErrors.INVALID_INPUT, { message: `${file} cannot be read`, cause })
  }
  const { wallets, problems } = parseOperatorWallets(json)
  refuse(file, problems)
  return wallets
}

const refuse = (file: string, problems: readonly RowProblem[]): void => {
  if (problems.length === 0) return
  const message = problems.map(({ line, reason }) => `${file}, line ${line}: ${reason}`).join('\n')
  throw new AppError(commonErrors.INVALID_INPUT, { message })
}

/** Completes an operator's row with the fields and the image of the shipped row of the same wallet. */
const mergeWithShipped = ({ image_url, ...row }: OperatorRow, rows: readonly DirectoryWallet[]): DirectoryWallet => {
  const shipped = rows.find((other) => isSameWallet(row, other))
  return { ...shipped, ...row, ...(image_url !== undefined && { image_id: row.id }) }
}

const readImages = async (folder: string): Promise<Map<string, Buffer>> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.webp'))
  const images = await Promise.all(files.map((file) => readFile(join(folder, file))))
  return new Map(files.map((file, index) => [file.slice(0, -'.webp'.length), images[index] ?? Buffer.alloc(0)]))
}
