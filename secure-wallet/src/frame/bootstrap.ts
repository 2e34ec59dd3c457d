import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'

/** Our own server writes the networks, so this check covers only the fields that signatures depend on. */
const network = v.looseObject({
  caipNetworkId: v.string(),
  chainNamespace: v.picklist(Object.keys(namespaces) as ChainNamespace[]),
  id: v.string(),
  name: v.string(),
  nativeCurrency: v.looseObject({ name: v.string(), symbol: v.string(), decimals: v.number() }),
})

const site = v.strictObject({
  origin: v.string(),
  name: v.string(),
  // A path on this origin's host. Two slashes would begin another host.
  logo: v.exactOptional(v.pipe(v.string(), v.regex(/^\/\w/))),
  receivers: v.array(v.strictObject({ name: v.string(), account: v.string() })),
})

const schema = v.strictObject({
  version: v.string(),
  projectId: v.string(),
  frameOrigin: v.string(),
  allowedOrigins: v.array(v.string()),
  trustedOrigins: v.array(v.string()),
  allowedAncestors: v.array(v.string()),
  sites: v.array(site),
  projectName: v.string(),
  email: v.boolean(),
  captchaPage: v.exactOptional(v.pipe(v.string(), v.url())),
  custody: v.picklist(['assisted', 'self']),
  guardianKey: v.exactOptional(v.string()),
  networks: v.array(network),
  defaultNetwork: v.string(),
  windowKey: v.exactOptional(v.string()),
  isOpenedByWallet: v.exactOptional(v.boolean()),
})

/**
 * Reads the data block that this origin's server wrote into the document, and removes it, so that the key of a wallet
 * window stays only in memory. Rejects an incomplete block.
 */
export const readBootstrap = (document: Pick<Document, 'getElementById'>): SecureBootstrap => {
  try {
    const block = document.getElementById('bootstrap')
    block?.remove()
    return v.parse(schema, JSON.parse(block?.textContent ?? ''))
  } catch (cause) {
    throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'no project data' }, cause })
  }
}
