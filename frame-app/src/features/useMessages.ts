import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Messages, Texts, Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import type { ReadMessages } from './firstRows.ts'
import { languageAtom } from './language.ts'

export const useMessages = <English extends Texts>(messages: Messages<string, English>): Translation<English> =>
  useReadMessages()(messages)

export const useReadMessages = (): ReadMessages => {
  const { texts } = useAtomValue(languageAtom)
  // The cast is safe, because `languages.ts` has under each id a translation of exactly these messages.
  return ({ id, en }) => (texts[id] ?? en) as Translation<typeof en>
}

export const useErrorText = (): ((error: AppError) => string) => useAtomValue(languageAtom).errorText
