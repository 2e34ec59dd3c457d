import type { ServerClient } from '../session/serverClient.ts'
import { type KitFile, readKitFile } from '../unlock/kitFile.ts'
import { type FlowAsk, startFlow } from '../windows/flows/flow.ts'
import { readFlow } from '../windows/flows/flowPage.ts'

/** Downloads straight away, in a window of this origin. */
export const downloadKit = (file: KitFile): void => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `recovery-kit-${file.wallet.accounts.eip155.slice(2, 8)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * A sandboxed frame may not download, so the file goes to a window of this origin, sealed for the way with a key that is
 * in the window's address behind `#`. Without the seven words it opens nothing anyway.
 */
export const sendKit = async (ask: FlowAsk, file: KitFile, signal: AbortSignal): Promise<string> => {
  const { flowId, key } = await startFlow(ask, JSON.stringify(file), signal)
  return `#kit=${flowId}&key=${key}`
}

export const receiveKit = async (line: ServerClient, fragment: URLSearchParams): Promise<KitFile> =>
  readKitFile((await readFlow(line, fragment, 'kit')).text)
