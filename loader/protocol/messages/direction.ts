/** Which way a language is written: the document says it before the frame's code is there, and then the frame does. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/.test(locale) ? 'rtl' : 'ltr'
