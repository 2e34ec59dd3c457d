/** Two names are the same if they differ only in case, spaces, punctuation or the form of their letters. */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

export const isSameName = (one: string, other: string): boolean => {
  const folded = foldName(one)
  return folded !== '' && folded === foldName(other)
}
