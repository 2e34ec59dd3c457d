import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { base64urlnopad } from '@scure/base'

/**
 * The direction of a flow's text. The encryption is bound to the direction, so that nobody can pass a request off as a
 * result.
 */
type FlowText = 'request' | 'result'

export const createFlowKey = (): string => base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
export const createFlowId = (): string => crypto.randomUUID()

const readKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', Uint8Array.from(base64urlnopad.decode(key)), 'AES-GCM', false, ['encrypt', 'decrypt'])
const boundTo = (flowId: string, kind: FlowText, iv: Uint8Array<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`flow/1|${flowId}|${kind}`),
})

export const sealText = async (key: string, flowId: string, kind: FlowText, text: string): Promise<SealedText> => {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const bytes = new TextEncoder().encode(text)
  const data = await crypto.subtle.encrypt(boundTo(flowId, kind, iv), await readKey(key), bytes)
  return { iv: base64urlnopad.encode(iv), data: base64urlnopad.encode(new Uint8Array(data)) }
}

/** Decrypts a text. Rejects with SERVER_ERROR if any bit, the flow or the direction differs. */
export const openSealedText = async (
  key: string,
  flowId: string,
  kind: FlowText,
  sealed: SealedText,
): Promise<string> => {
  try {
    const iv = Uint8Array.from(base64urlnopad.decode(sealed.iv))
    const data = Uint8Array.from(base64urlnopad.decode(sealed.data))
    const bytes = await crypto.subtle.decrypt(boundTo(flowId, kind, iv), await readKey(key), data)
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'unreadable answer' }, cause })
  }
}
