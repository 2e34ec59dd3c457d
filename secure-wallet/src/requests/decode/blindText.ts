/** Words that may stand before a digest without making the text readable. */
const label =
  /^(?:(?:please|sign|this|the|a|hash|digest|hex|base64|base58|b64|message|msg|data|payload|bytes(?:32|64)?|keccak(?:-?256)?|sha-?[123](?:-?\d{3})?|sha-?256|tx|transaction|order|root|merkle|permit|userop|signature|0x)(?:\s*[:=#>-]+\s*|\s+))+/i
const brackets = /^["'`([{<\s]+|["'`)\]}>\s]+$/g
const hexSeparators = /0x|\\x|\\u00|%|[\s:,;.|_-]/gi

/**
 * True for a text that is nothing but bytes in some encoding: hex, decimal numbers, base58, base64 or base64url, of 32,
 * 64 or more bytes, with spaces, prefixes and brackets. The visitor cannot know what such a text stands for.
 */
export const isBlindText = (text: string): boolean => {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(brackets, '')
  return [plain, plain.replace(label, '').replace(brackets, '')].some(
    (each) => isHex(each) || isByteList(each) || isBase64(each),
  )
}

/** Digits count too: a decimal number of 32 bytes has more of them. One leading zero may be missing. */
const isHex = (text: string): boolean => /^[0-9a-f]{62,}$/i.test(text.replace(hexSeparators, ''))

const isByteList = (text: string): boolean => /^(?:(?:0x)?[0-9a-f]{1,3}(?:[\s,;|:]+|$)){32,}$/i.test(text)

/** Lengths of 32, 64 and 65 bytes in base58 and base64. An address has 42 characters, and is no digest. */
const isCodeLength = (length: number): boolean => (length >= 43 && length <= 46) || (length >= 85 && length <= 90)

const isBase64 = (text: string): boolean => {
  if (/^[\w+/-]+={0,2}$/.test(text)) return isCodeLength(text.length) || (text.length > 46 && isMixed(text))
  // A text in several lines or groups could be a sentence, which hardly has this length and digits between its letters.
  const joined = text.replace(/\s+/g, '')
  return /^[\w+/-]+={0,2}$/.test(joined) && isCodeLength(joined.length) && isMixed(joined)
}

const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
