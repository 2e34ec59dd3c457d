import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Maps each file's path from the root of the repository, with `/`, to its text. */
export type SourceTexts = ReadonlyMap<string, string>

/** Every source file that git knows or would add, so a new file counts before it is committed. */
export const readSourceTexts = (): SourceTexts => {
  const listed = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.css'],
    { cwd: root, encoding: 'utf8' },
  )
  const paths = listed.split('\n').filter((path) => path && existsSync(join(root, path)))
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

export const isTestFile = (path: string): boolean =>
  /\.(?:test|spec)\.tsx?$/.test(path) || /(?:^|\/)(?:test|tests|fixtures)\//.test(path)
