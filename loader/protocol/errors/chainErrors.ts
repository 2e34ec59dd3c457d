import { defineErrors } from './errorCodes.ts'

/** Errors that only the code of one chain throws. */
export const chainErrors = defineErrors({
  NETWORK_NOT_DESCRIBED: {
    number: 4902,
    short: 'The wallet does not know {network}, and this site can not tell it enough to add it',
  },
})
