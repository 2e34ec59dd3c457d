import type { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { Messages, Texts, Translation } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { useAtomValue } from 'jotai/react'
import { languageAtom } from './language.ts'

export const useMessages = <English extends Texts>({ id, en }: Messages<string, English>): Translation<English> =>
  // The cast is safe, because `languages.ts` has under each id a translation of exactly these messages.
  (useAtomValue(languageAtom).texts[id] ?? en) as Translation<English>

export const useErrorText = (): ((error: AppError) => string) => useAtomValue(languageAtom).errorText
