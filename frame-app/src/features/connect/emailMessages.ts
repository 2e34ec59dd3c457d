export const en = {
  address: 'Email address',
  go: 'Continue with email',
  or: 'or',
  failed: 'Something went wrong. Try again.',
}

export type EmailMessages = typeof en
