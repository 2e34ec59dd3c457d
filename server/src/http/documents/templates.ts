/** Fills the placeholders that a built document holds. Texts are escaped here and nowhere else. */
export const fillTemplate = (template: string, texts: Record<string, string>, bootstrap: unknown): string => {
  const filled = template.replace(/%([A-Z_]+)%/g, (place, key: string) => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined
    return text === undefined ? place : escapeHtml(text)
  })
  // A function, because a text as second argument would read `$&` in the data as an instruction.
  return filled.replace('<!--bootstrap-->', () => bootstrapBlock(bootstrap))
}

/** Drops `<!--name-->…<!--/name-->`, or keeps what stands in it. */
export const chooseBlock = (template: string, name: string, keep: boolean): string =>
  template.replace(block(name), (_, content: string) => (keep ? content : ''))

export const repeatBlock = (template: string, name: string, times: number): string =>
  template.replace(block(name), (_, content: string) => content.repeat(times))

const block = (name: string): RegExp => new RegExp(`<!--${name}-->([\\s\\S]*?)<!--/${name}-->`, 'g')

/** A data block is no script, so no policy has to allow it; `<` is escaped so that no text can end it. */
const bootstrapBlock = (bootstrap: unknown): string =>
  `<script type="application/json" id="bootstrap">${JSON.stringify(bootstrap).replaceAll('<', '\\u003c')}</script>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
