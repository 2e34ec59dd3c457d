import type { SignInInput } from './hook.ts'

/** In the order of https://github.com/phantom/sign-in-with-solana, which whoever checks the text builds it by, too. */
const fields = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'chainId'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const satisfies [string, keyof SignInInput][]

/** The message of a sign-in, as wallets make it that know how to. */
export const signInText = (input: SignInInput & { domain: string; address: string }): string => {
  const lines = fields.flatMap(([label, name]) => (input[name] ? [`${label}: ${input[name]}`] : []))
  if (input.resources) lines.push('Resources:', ...input.resources.map((resource) => `- ${resource}`))
  const parts = [`${input.domain} wants you to sign in with your Solana account:\n${input.address}`]
  if (input.statement) parts.push(input.statement)
  if (lines[0]) parts.push(lines.join('\n'))
  return parts.join('\n\n')
}
