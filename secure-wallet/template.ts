import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Writes `dist/template.html`, the document with the places that the server fills. Each file that it names carries the
 * hash of its bytes on disk.
 */
export const secureTemplate = (): Plugin => ({
  name: 'secure-template',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    const tags: string[] = []
    for (const { fileName, ...output } of Object.values(bundle)) {
      const isEntry = output.type === 'chunk' && output.isEntry
      if (!isEntry && !fileName.endsWith('.css')) continue
      const hash = createHash('sha384')
        .update(await readFile(join(dir, fileName)))
        .digest('base64')
      const integrity = `integrity="sha384-${hash}" crossorigin="anonymous"`
      tags.push(
        isEntry
          ? `<script type="module" src="/${fileName}" ${integrity}></script>`
          : `<link rel="stylesheet" href="/${fileName}" ${integrity} />`,
      )
    }
    const source = await readFile(join(import.meta.dirname, 'index.html'), 'utf8')
    await writeFile(
      join(dir, 'template.html'),
      source.replace('<!--assets-->', () => tags.join('\n    ')),
    )
  },
})
