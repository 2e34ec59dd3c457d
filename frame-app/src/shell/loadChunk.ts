const requests: { [file: string]: Promise<void> | undefined } = {}

/**
 * Imports a chunk after its style sheets, and requests the scripts that it imports at once. A file that failed to load
 * is requested again by the next call. The build calls this function around each `import()`.
 */
export const loadChunk = async <Chunk>(importChunk: () => Promise<Chunk>, files: string[] = []): Promise<Chunk> => {
  await Promise.all(files.map((file) => (requests[file] ??= requestFile(file))))
  return importChunk()
}

/** Resolves when a style sheet has loaded. Does not wait for a script, because `import()` does. */
const requestFile = (file: string) =>
  new Promise<void>((resolve, reject) => {
    if (document.querySelector(`link[href="/${file}"]`)) return resolve()
    const isScript = file.endsWith('.js')
    const link = document.createElement('link')
    link.rel = isScript ? 'modulepreload' : 'stylesheet'
    link.href = `/${file}`
    link.onload = () => resolve()
    link.onerror = () => {
      requests[file] = undefined
      link.remove()
      reject(new Error(`/${file} did not load`))
    }
    document.head.append(link)
    if (isScript) resolve()
  })
