import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { isSameAddress } from './siteSession.ts'

type Expected = { hostOrigin: string; network: Network; address: string; nonce: string | undefined }

const textLimit = 8_192
const ending = / wants you to sign in with your [^\n]{1,80} account:$/
const labels = {
  'URI: ': 'uri',
  'Version: ': 'version',
  'Chain ID: ': 'chainId',
  'Nonce: ': 'nonce',
  'Issued At: ': 'issuedAt',
  'Expiration Time: ': 'expirationTime',
  'Not Before: ': 'notBefore',
  'Request ID: ': 'requestId',
} as const satisfies Record<string, keyof SiwxMessage>

/**
 * Parses a sign-in message that the page wrote. Accepts every form that sites use. Rejects a message for another site,
 * account or network, because the view tells the visitor that the message is for this one.
 */
export const readSiteMessage = (text: string, { hostOrigin, network, address, nonce }: Expected): SiwxMessage => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for invisible characters
  const unseen = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/
  if (text.length > textLimit || unseen.test(text)) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  const [first = '', account = '', ...rest] = text.split('\n')
  const { host, protocol } = new URL(hostOrigin)
  if (!ending.test(first)) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  const domain = first.replace(ending, '')
  if (domain !== host && domain !== `${protocol}//${host}`) throw new AppError(siwxErrors.SIWX_DOMAIN_MISMATCH)
  if (!isSameAddress(account, address)) throw new AppError(siwxErrors.SIWX_ADDRESS_MISMATCH)

  const start = rest.findIndex((line) => line.startsWith('URI: '))
  const end = rest.indexOf('Resources:')
  const values = readFields(start < 0 ? [] : rest.slice(start, end < start ? undefined : end))
  const { uri = '', chainId } = values
  if (!leadsTo(hostOrigin, uri)) throw new AppError(siwxErrors.SIWX_URI_MISMATCH)
  const { caipNetworkId } = network
  if (chainId !== caipNetworkId && chainId !== caipNetworkId.split(':')[1])
    throw new AppError(siwxErrors.SIWX_CHAIN_MISMATCH)
  if (!values.nonce || (nonce !== undefined && values.nonce !== nonce))
    throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  if (values.issuedAt === undefined || parseSiwxTime(values.issuedAt) === undefined)
    throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  const statement = rest.slice(0, start).join('\n').trim()
  const resources = end < start ? [] : rest.slice(end + 1).map((line) => line.replace(/^- /, ''))
  return {
    version: '1',
    ...values,
    domain: host,
    uri,
    nonce: values.nonce,
    issuedAt: values.issuedAt,
    accountAddress: account,
    chainId: caipNetworkId,
    ...(statement !== '' && { statement }),
    ...(resources.length > 0 && { resources }),
  }
}

const leadsTo = (origin: string, uri: string): boolean =>
  uri.startsWith(origin) && /^(?:[/?#]|$)/.test(uri.slice(origin.length))

/** Rejects a message with a repeated field, because a visitor who reads the text might believe the other value. */
const readFields = (lines: string[]): Partial<Record<(typeof labels)[keyof typeof labels], string>> => {
  const values: Partial<Record<(typeof labels)[keyof typeof labels], string>> = {}
  for (const line of lines) {
    const label = Object.keys(labels).find((each) => line.startsWith(each)) as keyof typeof labels | undefined
    if (!label || labels[label] in values) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
    values[labels[label]] = line.slice(label.length)
  }
  return values
}
