/** The writing direction of a language. The server sets it in the document before the frame's code runs. */
export const directionOf = (locale: string): 'ltr' | 'rtl' =>
  /^(?:ar|arc|ckb|dv|fa|he|ks|ps|sd|ug|ur|yi)(?:-|$)/.test(locale) ? 'rtl' : 'ltr'
