import * as v from 'valibot'
import { createFlowId, createFlowKey, openText, sealText } from '../flows/seal.ts'
import { type KitFile, readKitFile } from '../keys/kit.ts'
import type { ServerLine } from '../session/serverLine.ts'
import type { Session } from '../session/session.ts'
import { read, sealed } from '../session/shapes.ts'

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
export const sendKit = async (ask: Session['ask'], file: KitFile): Promise<string> => {
  const [flowId, key] = [createFlowId(), createFlowKey()]
  const request = await sealText(key, flowId, 'request', JSON.stringify(file))
  await ask({ method: 'POST', path: 'flows', body: { flowId, request } })
  return `#kit=${flowId}&key=${key}`
}

const flow = v.object({ request: sealed })
export const receiveKit = async (line: ServerLine, fragment: URLSearchParams): Promise<KitFile> => {
  const [flowId, key] = [fragment.get('kit') ?? '', fragment.get('key') ?? '']
  const { request } = read(flow, await line({ method: 'GET', path: `flows/${encodeURIComponent(flowId)}` }))
  return readKitFile(await openText(key, flowId, 'request', request))
}
