import type { LanguageTexts as LanguageOf } from '@appkit-frame/loader/protocol/messages/messages.ts'
import type { english as approval } from '../approval/messages.ts'
import type { english as touchHint } from '../approval/touchHintMessages.ts'
import type { english as login } from '../login/messages.ts'
import type { english as settings } from '../settings/messages.ts'
import type { english as newKey } from '../settings/newKeyMessages.ts'
import type { english as unlockMethods } from '../settings/unlockMethodMessages.ts'
import type { english as window } from '../unlock/recovery/messages.ts'
import type { english as enrol } from '../windows/enrolMessages.ts'
import type { english as pages } from '../windows/messages.ts'
import type { ErrorMessages } from './errorText.ts'

/** Every text of the secure frame and its windows. The error codes in it are those that a visitor can meet. */
export type LanguageTexts = LanguageOf<
  | typeof approval
  | typeof touchHint
  | typeof login
  | typeof settings
  | typeof newKey
  | typeof unlockMethods
  | typeof window
  | typeof enrol
  | typeof pages
  | ErrorMessages
>
