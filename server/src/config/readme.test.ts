import { readSnippets } from '@appkit-frame/loader/protocol/test/snippets.ts'
import { expect, test } from 'vitest'
import { parseOperatorWallets } from '../../directory/parseWallets.ts'
import { parseConfig } from './config.ts'

const environment = { WALLET_CONNECT_ID: 'id', MAIL_PASSWORD: 'word', NODE_KEY: 'key', LISTING_PROJECT_ID: 'id' }
const shop = { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'] }

/** Reads a snippet, which may leave out the braces around its fields. */
const parseSnippet = (code: string): Record<string, unknown> => {
  // The guardian prints the key, so no document has it.
  const text = code.replace('"publicKey": "…"', `"publicKey": "${'A'.repeat(87)}"`)
  return JSON.parse(text.startsWith('{') ? text : `{${text}}`)
}

/** Completes the fields of a snippet to the whole configuration in which they stand. */
const complete = (fields: Record<string, unknown>): object => {
  if ('projects' in fields) return fields
  return 'walletConnect' in fields ? { projects: [{ ...shop, ...fields }] } : { projects: [shop], ...fields }
}

const documents = ['README.md', 'server/README.md', 'server/directory/README.md']
const snippets = documents.flatMap((path) =>
  readSnippets(path)
    .filter(({ language }) => language === 'json')
    .map(({ section, code }) => ({ path, section, code })),
)

test('each document has snippets of JSON', () => {
  expect([...new Set(snippets.map(({ path }) => path))]).toEqual(documents)
})

test.each(snippets)('the server takes the JSON of “$section” in $path', ({ path, code }) => {
  const fields = parseSnippet(code)
  if ('wallets' in fields) expect(parseOperatorWallets(code).problems).toEqual([])
  else expect(() => parseConfig(JSON.stringify(complete(fields)), path, environment)).not.toThrow()
})
