import type { CaipNetworkId } from '../api/frameApi.ts'
import type { ChainNamespace } from '../caip/namespaces.ts'
import { cleanText } from '../messages/cleanText.ts'
import type { SiwxMessage } from './siwxMessage.ts'

export type SiwxNetwork = { caipNetworkId: CaipNetworkId; name: string }

type Form = {
  /** The word that the sign-in text uses in place of the network's name. */
  word?: string
  chainId?: 'reference'
  /** Whether a message without a statement keeps the empty line in the statement's place. */
  emptyLine?: true
  statement?: RegExp
}

const uriCharacters = "A-Za-z0-9\\-._~:/?#[\\]@!$&'()*+,;="

/** The namespaces whose own standard is stricter than CAIP-122: EIP-4361, and Sign In With Solana. */
const forms: Partial<Record<ChainNamespace, Form>> = {
  eip155: {
    word: 'Ethereum',
    chainId: 'reference',
    emptyLine: true,
    statement: new RegExp(`^[${uriCharacters} ]{1,1000}$`),
  },
  solana: { word: 'Solana' },
}

const uri = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:[${uriCharacters}%]{1,2000}$`)
/** Longer than other URIs, because a resource may list a site's permissions by method and network (ERC-5573). */
const resource = new RegExp(`^[A-Za-z][A-Za-z0-9+.-]*:[${uriCharacters}%]{1,8000}$`)
const patterns = {
  scheme: /^[a-z][a-z0-9+.-]{0,31}$/,
  domain: /^[A-Za-z0-9\-._~!$&'()*+,;=:@%[\]]{1,255}$/,
  address: /^[A-Za-z0-9]{1,128}$/,
  version: /^1$/,
  chainId: /^[-_a-zA-Z0-9]{1,32}(?::[-_a-zA-Z0-9]{1,32})?$/,
  nonce: /^[A-Za-z0-9]{8,128}$/,
  requestId: /^[A-Za-z0-9\-._~!$&'()*+,;=:@%]{1,255}$/,
}
const statementLimit = 1_000
const resourceLimit = 64

const isTime = (value: string): boolean => parseSiwxTime(value) !== undefined

/** The lines of a sign-in text below its statement, in their order. */
const fields = [
  { label: 'URI', key: 'uri', isValid: (value: string) => uri.test(value) },
  { label: 'Version', key: 'version', isValid: (value: string) => patterns.version.test(value) },
  { label: 'Chain ID', key: 'chainId', isValid: (value: string) => patterns.chainId.test(value) },
  { label: 'Nonce', key: 'nonce', isValid: (value: string) => patterns.nonce.test(value) },
  { label: 'Issued At', key: 'issuedAt', isValid: isTime },
  { label: 'Expiration Time', key: 'expirationTime', isValid: isTime, optional: true },
  { label: 'Not Before', key: 'notBefore', isValid: isTime, optional: true },
  { label: 'Request ID', key: 'requestId', isValid: (value: string) => patterns.requestId.test(value), optional: true },
] as const

export const formatSiwxMessage = (message: SiwxMessage, network: SiwxNetwork): string => {
  const { domain, scheme, accountAddress, statement, resources } = message
  const form = formOf(network)
  const origin = scheme === undefined ? domain : `${scheme}://${domain}`
  const written = { ...message, chainId: writeChainId(network, form) }
  return [
    `${origin} wants you to sign in with your ${form.word ?? network.name} account:`,
    accountAddress,
    '',
    ...(statement === undefined ? (form.emptyLine ? [''] : []) : [statement, '']),
    ...fields.flatMap(({ label, key }) => (written[key] === undefined ? [] : [`${label}: ${written[key]}`])),
    ...(resources?.length ? ['Resources:', ...resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}

/**
 * Parses a text in the form of this network. Returns null unless `formatSiwxMessage` would write exactly this text. The
 * caller must compare the chain and the account.
 */
export const parseSiwxMessage = (text: string, network: SiwxNetwork): SiwxMessage | null => {
  const form = formOf(network)
  const lines = text.split('\n')
  const [first = '', accountAddress = '', gap, ...rest] = lines
  const suffix = ` wants you to sign in with your ${form.word ?? network.name} account:`
  if (!first.endsWith(suffix) || gap !== '' || !patterns.address.test(accountAddress)) return null
  const [, scheme, domain = ''] = /^(?:([^:/]*):\/\/)?(.*)$/.exec(first.slice(0, -suffix.length)) ?? []
  if (!patterns.domain.test(domain) || (scheme !== undefined && !patterns.scheme.test(scheme))) return null

  const statement = takeStatement(rest, form)
  if (statement === null) return null
  const values = takeFields(rest)
  const resources = takeResources(rest)
  if (!values || !resources) return null
  return {
    domain,
    ...(scheme !== undefined && { scheme }),
    accountAddress,
    ...(statement !== undefined && { statement }),
    ...values,
    chainId: readChainId(values.chainId, network, form),
    ...(resources.length > 0 && { resources }),
  }
}

/**
 * Converts an RFC 3339 time to milliseconds since 1970. Returns undefined for anything else, and for a date that does
 * not exist.
 */
export const parseSiwxTime = (value: string): number | undefined => {
  const [, date, hour] = /^(\d{4}-\d\d-\d\d)T(\d\d):\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/.exec(value) ?? []
  // Engines read 30 February as 2 March, and hour 24 as the next day.
  if (date === undefined || hour === '24') return undefined
  const day = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(date)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

const formOf = ({ caipNetworkId }: SiwxNetwork): Form => {
  const namespace = caipNetworkId.slice(0, caipNetworkId.indexOf(':'))
  return (Object.hasOwn(forms, namespace) && forms[namespace as ChainNamespace]) || {}
}

const writeChainId = ({ caipNetworkId }: SiwxNetwork, form: Form): string =>
  form.chainId === 'reference' ? caipNetworkId.slice(caipNetworkId.indexOf(':') + 1) : caipNetworkId

const readChainId = (written: string, { caipNetworkId }: SiwxNetwork, form: Form): CaipNetworkId =>
  form.chainId === 'reference' ? `${caipNetworkId.slice(0, caipNetworkId.indexOf(':'))}:${written}` : written

/**
 * The `take…` functions remove their lines from the front. Null means an invalid text; undefined means that there is no
 * statement.
 */
const takeStatement = (lines: string[], form: Form): string | undefined | null => {
  if (form.emptyLine ? lines[0] === '' : lines[0]?.startsWith('URI: ')) {
    if (form.emptyLine) lines.shift()
    return undefined
  }
  const [statement = '', gap] = lines.splice(0, 2)
  if (gap !== '' || statement === '') return null
  // The statement may have no invisible character, and each character must be in its composed form (NFC).
  const isPlain = form.statement?.test(statement) ?? cleanText(statement, statementLimit) === statement
  return isPlain ? statement : null
}

type Values = Omit<SiwxMessage, 'domain' | 'scheme' | 'accountAddress' | 'statement' | 'resources'>

const takeFields = (lines: string[]): Values | null => {
  const values: Record<string, string> = {}
  for (const field of fields) {
    const prefix = `${field.label}: `
    const [line = ''] = lines
    if (!line.startsWith(prefix)) {
      if ('optional' in field) continue
      return null
    }
    const value = line.slice(prefix.length)
    if (!field.isValid(value)) return null
    values[field.key] = value
    lines.shift()
  }
  // The cast is safe: the loop above returns if a required field is missing.
  return values as Values
}

const takeResources = (lines: string[]): string[] | null => {
  if (lines.length === 0) return []
  const [label, ...rest] = lines
  if (label !== 'Resources:' || rest.length === 0 || rest.length > resourceLimit) return null
  const resources = rest.map((line) => (line.startsWith('- ') ? line.slice(2) : ''))
  return resources.every((line) => resource.test(line)) ? resources : null
}
