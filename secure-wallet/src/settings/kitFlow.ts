import type { ServerClient } from '../session/serverClient.ts'
import { type KitFile, readKitFile } from '../unlock/kitFile.ts'
import { type SendFlowRequest, startFlow } from '../windows/flows/flow.ts'
import { readFlow } from '../windows/flows/flowPage.ts'

/** The time that a browser may need to start the download. */
const downloadMs = 60_000

/** Downloads the backup. Only a wallet window calls this function, because a sandboxed frame may not download. */
export const downloadKit = (file: KitFile): void => {
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `wallet-backup-${file.wallet.accounts.eip155.slice(2, 8)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), downloadMs)
}

/**
 * Sends the backup from the secure frame, which may not download, to a wallet window. The flow seals the file;
 * its key is in the fragment of the window's URL. The file is useless without its seven words.
 */
export const sendKit = async (ask: SendFlowRequest, file: KitFile, signal: AbortSignal): Promise<string> => {
  const { flowId, key } = await startFlow(ask, JSON.stringify(file), signal)
  return `#kit=${flowId}&key=${key}`
}

export const receiveKit = async (server: ServerClient, fragment: URLSearchParams): Promise<KitFile> =>
  readKitFile((await readFlow(server, fragment, 'kit')).text)
