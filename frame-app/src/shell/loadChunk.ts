const requests: { [file: string]: Promise<void> | undefined } = {}
/** The imports that failed, as source text, which contains the name of the chunk. */
const failedImports = new Set<string>()
let handleLostChunk = (): void => {}

/**
 * Imports a chunk after its style sheets, and requests the scripts that it imports at once. A style sheet that failed
 * to load is requested again by the next call. A script may not be: until version 150, Chromium keeps the failure as
 * long as the document. The build calls this function around each `import()`.
 */
export const loadChunk = async <Chunk>(importChunk: () => Promise<Chunk>, files: string[] = []): Promise<Chunk> => {
  await Promise.all(files.map((file) => (requests[file] ??= requestFile(file))))
  // Parallel calls share one request, so only a call that starts after a failure can find a chunk lost.
  const hasFailed = failedImports.has(`${importChunk}`)
  try {
    return await importChunk()
  } catch (error) {
    if (hasFailed) handleLostChunk()
    failedImports.add(`${importChunk}`)
    throw error
  }
}

/** Sets the function that is called if a chunk fails to load a second time. */
export const onLostChunk = (handle: () => void): void => {
  handleLostChunk = handle
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
