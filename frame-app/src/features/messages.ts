import { defineMessages } from '@appkit-frame/loader/protocol/messages/messages.ts'
/** Texts that several features and the shell share. */
export const generalMessages = defineMessages('general', {
  back: 'Back',
  close: 'Close',
  tryAgain: 'Try again',
  loading: 'Loading',
  chunkFailed: 'This part could not be loaded',
  chunkFailedNext: 'Check your connection, then try again.',
  viewFailed: 'Something went wrong',
  viewFailedNext: 'Nothing was sent. Try again, or close this window.',
  signInRefused: 'Sign in first. Close a second time to disconnect and leave.',
  closeRefused: 'Choose a network first. Close a second time to disconnect and leave.',
})
