import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWholeFile } from '../../config/wholeFile.ts'
import { detectImageFormat } from './imageFormat.ts'

/** The most files in the folder. Each file has less than 20 KB. */
const fileLimit = 5_000
/** A full folder loses this many files at once, so that the server doesn't list the folder for each new image. */
const removedAtOnce = 500

/** Keeps redrawn images on disk between starts. A file's name is the hash of the image's URL. */
export const createIconFiles = (folder: string, limit = fileLimit) => {
  let count: number | undefined
  const pathOf = (address: string): string => join(folder, `${createHash('sha256').update(address).digest('hex')}.webp`)

  const makeRoom = async (): Promise<void> => {
    if (count !== undefined && count < limit) return
    const files = (await readdir(folder)).map((file) => join(folder, file))
    count = files.length
    if (count < limit) return
    const dated = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })))
    const oldest = dated
      .toSorted((one, other) => one.at - other.at)
      .slice(0, count - limit + Math.min(limit, removedAtOnce))
    await Promise.all(oldest.map(({ file }) => rm(file, { force: true })))
    count -= oldest.length
  }

  return {
    read: async (address: string): Promise<{ icon: Buffer; savedAt: number } | undefined> => {
      try {
        const path = pathOf(address)
        const [icon, { mtimeMs }] = await Promise.all([readFile(path), stat(path)])
        return detectImageFormat(icon) === 'webp' ? { icon, savedAt: mtimeMs } : undefined
      } catch {
        // The file is missing or unreadable. The caller fetches the image again.
        return undefined
      }
    },
    write: async (address: string, icon: Buffer): Promise<void> => {
      try {
        await mkdir(folder, { recursive: true })
        await makeRoom()
        await writeWholeFile(pathOf(address), icon)
        count = (count ?? 0) + 1
      } catch {
        // The image can't be stored, so after a restart the server fetches it again.
      }
    },
  }
}

export type IconFiles = ReturnType<typeof createIconFiles>
