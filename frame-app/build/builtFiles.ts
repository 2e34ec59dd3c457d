import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'

/** The folder of the built files. The functions below name a file by its path in this folder. */
export const distFolder = fileURLToPath(new URL('../dist/', import.meta.url))

/** The bytes of a file with the compression that the server uses. */
export const brotliSize = (file: string): number => compressedSize(readFileSync(distFolder + file))

const compressedSize = (content: string | Uint8Array): number =>
  brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_NPOSTFIX]: 1 },
  }).length

/** The built document, in which the server's values are still placeholders. */
export const readTemplate = (): string => readFileSync(`${distFolder}template.html`, 'utf8')

/** The links that the document has only in another language than English, or with hidden wallets. */
const rareLinks = /<!--(language-\w+|collapsed)-->.*?<!--\/\1-->|<template id="styles">.*?<\/template>/gs

/** The files that the document links. The browser needs them before the first view reacts to input. */
export const firstViewFiles = (): string[] => linkedFiles(readTemplate().replace(rareLinks, ''))

/** The files that a document of this language links in addition. */
export const languageFiles = (code: LanguageCode): string[] =>
  linkedFiles(new RegExp(`<!--language-${code}-->.*?<!--/language-${code}-->`, 's').exec(readTemplate())?.[0] ?? '')

const linkedFiles = (html: string): string[] => {
  const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"(?! disabled)/g)]
  return files.map(([, file]) => file ?? '')
}

/** The compressed bytes of the inline styles and scripts that the first view needs, so without the account's styles. */
export const inlineCodeSize = (): number =>
  compressedSize([...readTemplate().matchAll(/<(style|script id="\w+")>.*?<\/(?:style|script)>/gs)].join(''))

/** Lists a file and every file that it imports statically, because these load before it runs. */
const withImports = (file: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, name] of readFileSync(distFolder + file, 'utf8').matchAll(
    /(?:\bfrom|\bimport)\s*["']\.\/([^"']+)["']/g,
  ))
    withImports(`assets/${name}`, seen)
  return seen
}

/** The WalletConnect client and the files that it imports. */
export const walletConnectImports = (): string[] => {
  const entry = readdirSync(`${distFolder}assets`).find((name) => /^walletConnect-.*\.js$/.test(name))
  if (entry === undefined) throw new Error('The build has no file with the client of WalletConnect.')
  return [...withImports(`assets/${entry}`)]
}

/** The WalletConnect files that the document has not loaded already. */
export const walletConnectFiles = (): string[] => {
  const first = new Set(firstViewFiles())
  return walletConnectImports().filter((file) => !first.has(file))
}
