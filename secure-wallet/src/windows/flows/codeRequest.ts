import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { type SendFlowRequest, startFlow } from './flow.ts'

/** A secure frame asks for a code that the visitor types in a wallet window, where the page can't hear the keys. */
export const codeRequestSchema = v.strictObject({
  email: v.pipe(v.string(), v.maxLength(512)),
  isLong: v.boolean(),
})
type CodeRequest = v.InferOutput<typeof codeRequestSchema>
const codeAnswerSchema = v.strictObject({ code: v.pipe(v.string(), v.regex(/^[0-9A-Z]{6,10}$/)) })
export type CodeAnswer = v.InferOutput<typeof codeAnswerSchema>

export type CodeWindow = {
  /** Opens the window. Returns false if the browser blocked it. */
  open(): boolean
  /** Resolves with the code that the visitor typed there. */
  code: Promise<string>
}
type Options = { ask: SendFlowRequest; openWindow(path: string, fragment: string): boolean }

/** Prepares a wallet window for one code. Its press can then open the window at once, as browsers demand. */
export const createCodeWindows =
  ({ ask, openWindow }: Options) =>
  async (request: CodeRequest, signal: AbortSignal): Promise<CodeWindow> => {
    const { flowId, key, answer } = await startFlow(ask, JSON.stringify(request), signal)
    return { open: () => openWindow('/vault', `#code=${flowId}&key=${key}`), code: answer(signal).then(readCode) }
  }

export type PrepareCodeWindow = ReturnType<typeof createCodeWindows>

const readCode = (text: string): string => {
  const { success, output } = v.safeParse(codeAnswerSchema, JSON.parse(text))
  if (!success) throw new AppError(commonErrors.INVALID_INPUT)
  return output.code
}
