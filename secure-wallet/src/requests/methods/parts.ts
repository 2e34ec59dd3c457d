import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { loadTypedDataTexts } from '../../languages/loadLanguage.ts'

/** Loads the code that one kind of request alone needs. Rejects with CHUNK_FAILED if the browser cannot load it. */
export const partOf =
  <Part>(load: () => Promise<Part>) =>
  (): Promise<Part> =>
    load().catch((cause) => {
      throw new AppError(commonErrors.CHUNK_FAILED, { cause })
    })

export const loadMessages = partOf(() => import('./messageProposal.ts'))
export const loadTypedData = partOf(async () => {
  const [part] = await Promise.all([import('./typedDataProposal.ts'), loadTypedDataTexts()])
  return part
})

const parts: { readonly [method: string]: () => Promise<unknown> } = {
  eth_signTypedData_v4: loadTypedData,
  personal_sign: loadMessages,
  solana_signMessage: loadMessages,
}

/** Starts to load the code of a method's own, so that it comes together with the code that all methods share. */
export const warmMethod = (method: string): void => {
  if (Object.hasOwn(parts, method)) void parts[method]?.().catch(() => undefined)
}
