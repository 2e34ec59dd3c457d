import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a program by its name in PATH, or else by a pattern of paths. */
export const findProgram = (names: readonly string[], pattern?: string): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const inPath = folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
  return inPath ?? (pattern ? globSync(pattern)[0] : undefined)
}
