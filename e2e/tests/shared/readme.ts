import { readSnippets } from '@appkit-frame/loader/protocol/test/snippets.ts'
import type { StackAddresses } from '../../stack/stack.ts'

/** Returns the code blocks of a section of the README, with the addresses and the network of the test. */
export const readReadme = (section: string, language: string, { modal }: StackAddresses): string[] =>
  readSnippets('README.md')
    .filter((snippet) => snippet.section === section && snippet.language === language)
    .map(({ code }) => code.replaceAll('https://modal.example.com', modal).replaceAll('eip155:8453', 'eip155:31338'))
