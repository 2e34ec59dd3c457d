import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type LoaderFiles, loaderFileNames, noticesFileName } from './protocol/origins/fillOrigins.ts'

const folder = fileURLToPath(new URL('dist', import.meta.url))
const notices = readdirSync(folder).filter((name) => noticesFileName.test(name))

/** The loader's files of this version. The build of the package replaces this module by its value. */
export const builtLoader = Object.fromEntries(
  [...loaderFileNames, ...notices].map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]),
) as LoaderFiles
